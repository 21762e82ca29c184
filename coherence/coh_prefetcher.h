/* coh_prefetcher.h: the hardware prefetchers of one processor: which lines they ask for.
 *
 * The rules stand at the top of coh_prefetcher.c. Fetching the lines is for coh_line.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_PREFETCHER_H
#define COHERENCE_COH_PREFETCHER_H

#include "coherence/coh_config.h"

enum {
  COH_STRIDES = 64,                                    /* instructions that a stride prefetcher knows */
  COH_STREAMS = 8,                                     /* pages that a stream prefetcher follows */
  COH_REQUESTS_MOST = COH_PREFETCHERS * COH_MAX_DEGREE /* of one use of a line */
};

/* What is known of an instruction by its addresses, or of a page by its lines. */
typedef struct {
  uint64_t used; /* when it trained last; 0: no entry */
  uint64_t key;  /* the instruction, or the page */
  uint64_t last; /* that was used then: a byte, or a line */
  uint64_t step; /* to that from the one before, modulo 2^64, of lines 1 or -1; 0: there was none */
} coh_training;

typedef struct {
  const coh_config *config;
  unsigned line_bits;
  uint64_t clock; /* of training */
  coh_training strides[COH_STRIDES];
  coh_training streams[COH_STREAMS];
  /* Of each slot of the D1 with a line that was prefetched and not used yet: */
  uint64_t *arrivals; /* when the line comes, by the processor's clock */
  uint32_t *notes;    /* of the blame of the reference that made it be fetched */
  uint64_t carried;   /* such lines when the counts were set last, less what the counts say (coh_check.c) */
} coh_prefetcher;

/* Lines that prefetchers ask for, in order. */
typedef struct {
  uint64_t lines[COH_REQUESTS_MOST];
  unsigned n;
} coh_requests;

/* Makes the untrained prefetchers of one processor of a checked machine, which has some and must stay, for a D1 of so
 * many slots. Free with coh_prefetcher_free(). */
coh_prefetcher *coh_prefetcher_new(const coh_config *config, uint64_t slots);

/* NULL does no harm. */
void coh_prefetcher_free(coh_prefetcher *prefetcher);

/* A use of a line that trains: of a byte at `address`, by instruction `code`. Writes what is to be fetched. */
void coh_prefetcher_train(coh_prefetcher *prefetcher, uint64_t address, uint32_t code, coh_requests *requests);

#endif
