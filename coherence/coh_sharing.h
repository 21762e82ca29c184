/* coh_sharing.h: what others store to a line that a processor has lost, which tells true from false sharing.
 *
 * The rule stands at the top of coh_sharing.c. A processor that lost a line by invalidation and has not come back
 * for it is awaited there, with a mask of granules (coh_granules()).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_SHARING_H
#define COHERENCE_COH_SHARING_H

#include <stdbool.h>
#include <stddef.h>

#include "coherence/coh_map.h"
#include "coherence/plat.h"

/* A processor that is awaited at a line. */
typedef struct {
  uint64_t stored; /* granules that others have stored to since it lost the line */
  uint32_t processor;
  uint32_t next; /* number of the next at the line, or of the next spare one; 0: none */
} coh_awaited;

/* All zero: nobody is awaited anywhere. */
typedef struct {
  coh_map lines;        /* by line number: the first that is awaited there, or 0; who lost the line last is first */
  coh_awaited *awaited; /* by number, from 1 */
  uint32_t n, room, spare;
} coh_sharing;

/* Frees what it took. */
void coh_sharing_clear(coh_sharing *sharing);

/* The processors of the set `losers` are awaited at the line from now on. */
void coh_sharing_lose(coh_sharing *sharing, uint64_t line, uint64_t losers);

/* The number of the first that is awaited at a line, or 0, where it is kept; NULL: nobody ever was. Valid until the
 * next call of the function above. */
static inline uint32_t *coh_sharing_at(const coh_sharing *sharing, uint64_t line) {
  return coh_map_find(&sharing->lines, line);
}

/* A processor that is awaited at the line of `first` (coh_sharing_at()) gets it: returns the granules that others have
 * stored to meanwhile. */
static inline uint64_t coh_sharing_return(coh_sharing *sharing, uint32_t *first, unsigned processor) {
  plat_assert(first);
  uint32_t *link = first;
  while (*link != 0 && sharing->awaited[*link].processor != processor) link = &sharing->awaited[*link].next;
  const uint32_t number = *link;
  plat_assert(number != 0);
  coh_awaited *awaited = &sharing->awaited[number];
  *link = awaited->next;
  awaited->next = sharing->spare;
  sharing->spare = number;
  return awaited->stored;
}

/* Stores to granules of the line of `first` by a processor that is not awaited. Returns the granules that have now been
 * stored to for everyone who is awaited, so that another store to them would tell nothing new: all, when nobody is.
 * What one has missed, all have missed that lost the line before. */
static inline uint64_t coh_sharing_store(coh_sharing *sharing, const uint32_t *first, uint64_t granules) {
  if (!first || *first == 0) return ~(uint64_t)0;
  for (uint32_t number = *first; number != 0; number = sharing->awaited[number].next) {
    if ((sharing->awaited[number].stored & granules) == granules) break;
    sharing->awaited[number].stored |= granules;
  }
  return sharing->awaited[*first].stored;
}

/* Whether anybody is awaited at a line. */
static inline bool coh_sharing_awaits_any(const coh_sharing *sharing, uint64_t line) {
  const uint32_t *first = coh_sharing_at(sharing, line);
  return first && *first != 0;
}

/* What is noted for a processor; false: it is not awaited. For checks. */
bool coh_sharing_awaits(const coh_sharing *sharing, uint64_t line, unsigned processor, uint64_t *stored);

#endif
