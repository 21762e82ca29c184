/* coh_sharing.h: records the stores of other processors to lines that a processor lost, to distinguish true from false
 * sharing.
 *
 * coh_sharing.c states the rule. A processor that lost a line by an invalidation is *awaited* at the line until it
 * fetches the line again. Until then, a mask records the granules (coh_granules()) to which other processors store.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "plat/plat.h"
#include "plat/plat_map.h"

/* A processor that is awaited at a line. */
typedef struct {
  uint64_t stored; /* granules to which other processors have stored since this processor lost the line */
  uint32_t processor;
  uint32_t next; /* index of the record of the next processor at the line, or of the next free record; 0: none */
} coh_awaited;

/* The awaited processors at all lines. If all fields are zero, no processor is awaited. */
typedef struct {
  plat_map lines;       /* key: line number; value: index of the line's first record, or 0. The first record belongs to
                           the processor that lost the line last */
  coh_awaited *awaited; /* array of records, from index 1 */
  uint32_t n, room, spare;
  bool late; /* whether coh_sharing_store_late() has recorded stores */
} coh_sharing;

void coh_sharing_clear(coh_sharing *sharing);

/* Starts to await the processors of the set `losers` at the line. */
void coh_sharing_lose(coh_sharing *sharing, uint64_t line, uint64_t losers);

/* Returns a pointer to the index of the first record of a line (0: no processor is awaited at the line). Returns NULL
 * if no processor was ever awaited at the line. The pointer is valid until the next coh_sharing_lose(). */
static inline uint32_t *coh_sharing_at(const coh_sharing *sharing, uint64_t line) {
  return plat_map_find(&sharing->lines, line);
}

/* Removes the record of a processor at a line, because the processor has fetched the line again. `first` is the result
 * that coh_sharing_at() returned for the line. Returns the granules to which other processors stored since the processor
 * lost the line. */
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

/* For coh_sharing_store(), if coh_sharing_store_late() has recorded stores. In this case, the record of a processor can
 * lack granules that are in the records of processors that lost the line later. */
uint64_t coh_sharing_store_for_each(coh_sharing *sharing, uint32_t first, uint64_t granules);

/* As coh_sharing_store(), but for a processor that can itself be awaited at the line, because it stores after it lost
 * the line (coh_request.c). */
void coh_sharing_store_late(coh_sharing *sharing, const uint32_t *first, unsigned processor, uint64_t granules);

/* Records stores to granules of the line of `first` by a processor that is not awaited. Returns the granules that are
 * now recorded for every awaited processor, or all granules if no processor is awaited. Further stores to these
 * granules change nothing. If one processor lost the line before another processor, the record of the first contains
 * all granules in the record of the second. */
static inline uint64_t coh_sharing_store(coh_sharing *sharing, const uint32_t *first, uint64_t granules) {
  if (!first || *first == 0) return ~(uint64_t)0;
  if (PLAT_UNLIKELY(sharing->late)) return coh_sharing_store_for_each(sharing, *first, granules);
  for (uint32_t number = *first; number != 0; number = sharing->awaited[number].next) {
    if ((sharing->awaited[number].stored & granules) == granules) break;
    sharing->awaited[number].stored |= granules;
  }
  return sharing->awaited[*first].stored;
}

/* Returns whether a processor is awaited at a line. */
static inline bool coh_sharing_awaits_any(const coh_sharing *sharing, uint64_t line) {
  const uint32_t *first = coh_sharing_at(sharing, line);
  return first && *first != 0;
}

/* Sets *granules to the granules recorded for a processor. Returns false if the processor is not awaited. For
 * checks. */
bool coh_sharing_awaits(const coh_sharing *sharing, uint64_t line, unsigned processor, uint64_t *stored);
