/* coh_tlb.c: see coh_tlb.h.
 *
 * The rules
 *  - Each processor has a first level of some entries, and may have a second one; entries are of pages of any size,
 *    which are those of the machine or of a zone of memory. Both replace the least recently used entry of a set. A set
 *    is page number modulo number of sets.
 *  - A reference looks up each page that it touches in the first level, in ascending order. A page that is not there is
 *    looked up in the second level, and if it is not there either, a walk finds it. The first level takes the page in,
 *    and so does the second level after a walk. Neither contains the other: what a level pushes out stays in the other.
 *  - A page that the second level has takes tlb_latency cycles, a walk takes walk_latency, with all that comes before
 *    it; one that the first level has takes none. The cycles of all pages of a reference add up, and are added to the
 *    stall of its lines: the translation comes first.
 *  - Contention does not know of them: transactions of a reference begin when they would without TLBs.
 *  - A walk reads nothing: the tables of pages are in no cache. Code is not looked up. Nothing is ever taken out but by
 *    replacement: neither memory that the program gives back nor a switch to another thread changes a TLB.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_tlb.h"

#include "coherence/coh_memory.h"

/* An entry is a line of a cache whose lines are pages: of one unit each. */
static void init_level(coh_cache *level, const coh_entries *entries) {
  coh_cache_init(level, &(coh_geometry){.size = entries->n, .ways = entries->ways, .line = 1}, COH_LRU, false);
}

coh_tlb *coh_tlb_new(const coh_config *config) {
  coh_tlb *tlb = plat_alloc(sizeof *tlb);
  tlb->line_bits = (unsigned)__builtin_ctz(config->d1.line);
  tlb->page = config->page;
  tlb->cycles[COH_IN_SECOND_TLB] = config->tlb_latency;
  tlb->cycles[COH_WALKED] = config->walk_latency;
  init_level(&tlb->first, &config->dtlb);
  if (config->stlb.n != 0) init_level(&tlb->second, &config->stlb);
  return tlb;
}

void coh_tlb_free(coh_tlb *tlb) {
  if (!tlb) return;
  coh_cache_clear(&tlb->first);
  if (tlb->second.ways != 0) coh_cache_clear(&tlb->second);
  plat_free(tlb);
}

/* Pages of different sizes are different ones: the size stands above the number, of which it does not change the set.
 */
static uint64_t page_of(const coh_tlb *tlb, uint64_t line, const coh_zone *zone) {
  const unsigned bits = (unsigned)__builtin_ctzll(zone && zone->page != 0 ? zone->page : tlb->page);
  return line >> (bits - tlb->line_bits) | (uint64_t)bits << 56;
}

coh_tlb_source coh_tlb_look_up(coh_tlb *tlb, uint64_t line, const coh_zone *zone) {
  const uint64_t page = page_of(tlb, line, zone);
  if (coh_last_level_use(&tlb->first, page)) return COH_IN_FIRST_TLB;
  if (tlb->second.ways != 0 && coh_last_level_use(&tlb->second, page)) return COH_IN_SECOND_TLB;
  return COH_WALKED;
}
