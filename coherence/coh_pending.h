/* coh_pending.h: what processors are known to do next, so that hits need no order.
 *
 * Who simulates references that were recorded before may tell which lines each processor's recorded references touch.
 * A plain hit to a line that no other processor's recorded references store to, and a plain store to one that they do
 * not touch at all, can then be simulated before those references although it happens after them: the result is the
 * same. The filter (coh_system-inl.h) keeps to this: it holds no line that others are about to store to, and
 * says of none that it can be stored to which others are about to read.
 *
 * Lines are noted by a hash: two lines may be taken for one, which only costs time.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_PENDING_H
#define COHERENCE_COH_PENDING_H

#include <stdbool.h>
#include <stdint.h>

#include "coherence/coh_system.h"

enum { COH_PENDING_BITS = 13 };

typedef struct coh_pending coh_pending;

/* Which processors' recorded references touch a line, or store to it, as bits. */
typedef struct {
  uint64_t touch, store;
} coh_pending_line;

/* Opened for what follows. */
struct coh_pending {
  coh_pending_line lines[1 << COH_PENDING_BITS]; /* by hash */
  struct coh_pending_list *lists;                /* of each processor: hashes to be cleared */
};

static inline uint32_t coh_pending_hash(uint64_t line) {
  return (uint32_t)(line * 0x9e3779b97f4a7c15u >> (64 - COH_PENDING_BITS));
}

/* From now on the machine's filters ask what is pending. */
void coh_pending_start(coh_system *system);

/* Nothing is recorded for a processor any more. */
void coh_pending_clear(coh_system *system, unsigned processor);

/* A processor's recorded references touch a line; `store`: some store to it. To be told before any of them is
 * simulated. */
void coh_pending_add(coh_system *system, unsigned processor, uint64_t line, bool store);

/* For coh_system_free(). */
void coh_pending_free(coh_pending *pending, unsigned processors);

#endif
