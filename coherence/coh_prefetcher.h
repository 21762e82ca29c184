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

/* What is known of an instruction. */
typedef struct {
  uint64_t used;    /* when it trained last; 0: no entry */
  uint64_t address; /* that it used then, bytes */
  uint64_t stride;  /* from the address before that, modulo 2^64; 0: there was none */
  uint32_t code;    /* the instruction */
} coh_stride;

/* What is known of a page. */
typedef struct {
  uint64_t used; /* when it trained last; 0: no entry */
  uint64_t page;
  uint64_t line;      /* that was used then */
  uint64_t direction; /* of that from the one before: 1 or -1, modulo 2^64; 0: there was none */
} coh_stream;

typedef struct {
  const coh_config *config;
  unsigned line_bits;
  uint64_t clock; /* of training */
  coh_stride strides[COH_STRIDES];
  coh_stream streams[COH_STREAMS];
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
