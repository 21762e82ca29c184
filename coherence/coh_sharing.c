/* coh_sharing.c: see coh_sharing.h.
 *
 * The rule (after Dubois, Skeppstedt, Ricciulli, Ramamurthy and Stenstrom, "The detection and elimination of useless
 * misses in multiprocessors", ISCA 1993)
 *  - An invalidation miss is true sharing if, with the missing reference or a later one while the line stays in the D1,
 *    the processor touches a granule that another processor has stored to since it lost the line (the store that took
 *    the line away included). Else it is false sharing: the processor needed nothing that was new.
 *  - Touching is reading or storing. A granule is a 64th of a line, or a byte where lines have fewer than 64 bytes. The
 *    paper works with words: a granule is never larger than one of 4 bytes in lines of up to 256.
 *  - "Since it lost the line" is since the last loss. (The paper counts from the last miss that was true sharing, or
 *    cold: what a processor did not look at in between is new to it for longer. Here each miss is judged by itself.)
 *  - A miss is false sharing until it is known to be true. A line that is pushed out of the D1, or taken away again, is
 *    no longer watched: the miss stays what it was.
 *  - Of a reference with several lines only the first one that misses counts, so only that one is judged.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_sharing.h"

enum { FIRST_ROOM = 64 };

void coh_sharing_clear(coh_sharing *sharing) {
  coh_map_clear(&sharing->lines);
  plat_free(sharing->awaited);
  *sharing = (coh_sharing){0};
}

/* The number of an unused record. */
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
  uint32_t *first = coh_map_add(&sharing->lines, line);
  for (; losers != 0; losers &= losers - 1) {
    const uint32_t number = take(sharing);
    sharing->awaited[number] = (coh_awaited){.processor = (uint32_t)__builtin_ctzll(losers), .next = *first};
    *first = number;
  }
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
