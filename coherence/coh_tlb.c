/* coh_tlb.c: see coh_tlb.h.
 *
 * The rules
 * - Each processor has a first level, and optionally a second one. Entries are pages of any size, which is that of the
 * machine or of a zone. Both levels replace the least recently used entry of a set. The set is the page number modulo
 * the number of sets.
 * - A reference looks up each page that it touches in the first level, in ascending order, then in the second level; a
 * walk follows if the page is in neither. The first level fills the page, and so does the second level after a walk.
 * Neither includes the other: a page that one level evicts stays in the other.
 * - A page that is in the second level takes tlb_latency cycles, a walk takes walk_latency in all; a page in the first
 * level takes none. The cycles of all pages of a reference are summed and added to the stall of its lines: the
 * translation comes first.
 * - Contention ignores translations: transactions of a reference begin as without TLBs.
 * - A walk reads no cache. Code is not looked up. Entries are removed only by replacement: neither freed memory nor a
 * thread switch changes a TLB.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "coherence/coh_tlb.h"

#include "coherence/coh_memory.h"

/* Uses a cache whose lines are pages, of one unit each. */
static void init_level(coh_cache *level, const mach_entries *entries) {
  coh_cache_init(level, &(mach_geometry){.size = entries->n, .ways = entries->ways, .line = 1}, MACH_LRU, false);
}

coh_tlb *coh_tlb_new(const mach_config *config) {
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

/* Returns a number for a line's page. To distinguish pages of different sizes, its high bits contain the log2 of the
 * page size, which does not change the set.
 */
static uint64_t page_of(const coh_tlb *tlb, uint64_t line, const mach_zone *zone) {
  const unsigned bits = (unsigned)__builtin_ctzll(zone && zone->page != 0 ? zone->page : tlb->page);
  return line >> (bits - tlb->line_bits) | (uint64_t)bits << 56;
}

coh_tlb_source coh_tlb_look_up(coh_tlb *tlb, uint64_t line, const mach_zone *zone) {
  const uint64_t page = page_of(tlb, line, zone);
  if (coh_last_level_use(&tlb->first, page)) return COH_IN_FIRST_TLB;
  if (tlb->second.ways != 0 && coh_last_level_use(&tlb->second, page)) return COH_IN_SECOND_TLB;
  return COH_WALKED;
}
