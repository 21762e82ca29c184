/* coh_prefetcher.h: the hardware prefetchers of a processor, which produce requests for lines.
 *
 * coh_prefetcher.c states the rules; coh_line.c fetches the lines.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "machine/mach_config.h"

enum {
  COH_STRIDES = 64,                                      /* number of entries of a stride prefetcher; an entry is for
                                                            one instruction */
  COH_STREAMS = 8,                                       /* number of entries of a stream prefetcher; an entry is for
                                                            one page */
  COH_REQUESTS_MOST = MACH_PREFETCHERS * MACH_MAX_DEGREE /* maximum number of requests for one use of a line */
};

/* An entry: an instruction with its addresses, or a page with its lines. */
typedef struct {
  uint64_t used; /* clock of the entry's last training; 0: the entry is free */
  uint64_t key;  /* instruction or page */
  uint64_t last; /* address or line of the last training */
  uint64_t step; /* difference of `last` from the previous training, modulo 2^64; for pages, 1 or -1; 0: none */
} coh_training;

typedef struct {
  const mach_config *config;
  unsigned line_bits;
  uint64_t clock; /* increases with each training */
  coh_training strides[COH_STRIDES];
  coh_training streams[COH_STREAMS];
  /* The next two arrays are by slot of the D1. They are for lines that were prefetched and not used yet. */
  uint64_t *arrivals; /* arrival of the line, on the processor's clock */
  uint32_t *notes;    /* note of the requester whose reference caused the prefetch */
  uint64_t carried;   /* number of such lines when the counts were set last, minus the counts (coh_check.c) */
} coh_prefetcher;

/* Requested lines, in order. */
typedef struct {
  uint64_t lines[COH_REQUESTS_MOST];
  unsigned n;
} coh_requests;

/* Makes the untrained prefetchers of a processor. The machine must be checked, have prefetchers and outlive them;
 * `slots` is the number of slots of its D1. Free with coh_prefetcher_free(). */
coh_prefetcher *coh_prefetcher_new(const mach_config *config, uint64_t slots);

/* Frees the prefetchers. NULL is allowed. */
void coh_prefetcher_free(coh_prefetcher *prefetcher);

/* Trains with a use of a line, at byte `address` by instruction `code`. Sets the lines that the prefetchers request. */
void coh_prefetcher_train(coh_prefetcher *prefetcher, uint64_t address, uint32_t code, coh_requests *requests);
