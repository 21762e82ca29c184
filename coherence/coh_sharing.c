/* coh_sharing.c: see coh_sharing.h.
 *
 * The rule (after Dubois, Skeppstedt, Ricciulli, Ramamurthy and Stenstrom, "The detection and elimination of useless
 * misses in multiprocessors", ISCA 1993)
 * - An invalidation miss is true sharing if the missing reference, or a later one while the line stays in the D1,
 * touches a granule to which another processor has stored since the line was lost (including the store that invalidated
 * it). Else it is false sharing: the processor needed no new value.
 * - Touching is reading or storing. A granule is a 64th of a line, or a byte if lines have fewer than 64 bytes. The
 * paper uses words: a granule is at most a word of 4 bytes in lines of up to 256.
 * - "Since the line was lost" means since the last loss. (The paper counts from the last true sharing or cold miss, so
 * that values which the processor did not read stay new for longer. Here each miss is evaluated by itself.)
 * - A miss counts as false sharing until it is known to be true. When a line is evicted or invalidated again, watching
 * ends and the miss keeps its class.
 * - For a reference with several lines, only the first one that misses is counted and evaluated.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "coherence/coh_sharing.h"

enum { FIRST_ROOM = 64 };

void coh_sharing_clear(coh_sharing *sharing) {
  plat_map_clear(&sharing->lines);
  plat_free(sharing->awaited);
  *sharing = (coh_sharing){0};
}

/* Returns the number of a free record. */
static uint32_t take(coh_sharing *sharing) {
  const uint32_t spare = sharing->spare;
  if (spare != 0) {
    sharing->spare = sharing->awaited[spare].next;
    return spare;
  }
  if (sharing->n == 0) sharing->n = 1;
  if (sharing->n >= sharing->room) {
    const uint32_t room = sharing->room == 0 ? FIRST_ROOM : 2 * sharing->room;
    coh_awaited *awaited = plat_alloc(room * sizeof *awaited);
    for (uint32_t i = 1; i < sharing->n; i++) awaited[i] = sharing->awaited[i];
    plat_free(sharing->awaited);
    sharing->awaited = awaited;
    sharing->room = room;
  }
  return sharing->n++;
}

void coh_sharing_lose(coh_sharing *sharing, uint64_t line, uint64_t losers) {
  uint32_t *first = plat_map_add(&sharing->lines, line);
  for (; losers != 0; losers &= losers - 1) {
    const uint32_t number = take(sharing);
    sharing->awaited[number] = (coh_awaited){.processor = (uint32_t)__builtin_ctzll(losers), .next = *first};
    *first = number;
  }
}

uint64_t coh_sharing_store_for_each(coh_sharing *sharing, uint32_t first, uint64_t granules) {
  uint64_t known = ~(uint64_t)0;
  for (uint32_t number = first; number != 0; number = sharing->awaited[number].next) {
    sharing->awaited[number].stored |= granules;
    known &= sharing->awaited[number].stored;
  }
  return known;
}

void coh_sharing_store_late(coh_sharing *sharing, const uint32_t *first, unsigned processor, uint64_t granules) {
  sharing->late = true;
  for (uint32_t number = first ? *first : 0; number != 0; number = sharing->awaited[number].next)
    if (sharing->awaited[number].processor != processor) sharing->awaited[number].stored |= granules;
}

bool coh_sharing_awaits(const coh_sharing *sharing, uint64_t line, unsigned processor, uint64_t *stored) {
  const uint32_t *first = coh_sharing_at(sharing, line);
  for (uint32_t number = first ? *first : 0; number != 0; number = sharing->awaited[number].next)
    if (sharing->awaited[number].processor == processor) {
      *stored = sharing->awaited[number].stored;
      return true;
    }
  return false;
}
