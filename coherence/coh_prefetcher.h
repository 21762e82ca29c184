/* coh_prefetcher.h: the hardware prefetchers of a processor's D1 or L2, which produce requests for lines.
 *
 * coh_prefetcher.c states the rules; coh_line.c and coh_l2_prefetch.c fetch the lines.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "machine/mach_config.h"

enum {
  COH_STRIDES = 64,                                      /* number of entries of a stride prefetcher; an entry is for
                                                            one instruction */
  COH_STREAMS = 8,                                       /* number of entries of a D1's stream prefetcher; an entry is
                                                            for one page */
  COH_L2_STREAMS = 32,                                   /* the same number for an L2; the largest number of entries */
  COH_HINTS = 256,                                       /* number of hints of a table of entries, a power of two */
  COH_REQUESTS_MOST = MACH_PREFETCHERS * MACH_MAX_DEGREE /* maximum number of requests for one use of a line */
};

/* An entry: an instruction with its addresses, or a page with its lines. */
typedef struct {
  uint64_t used; /* clock of the entry's last training; 0: the entry is free */
  uint64_t key;  /* instruction or page */
  uint64_t last; /* address or line of the last training */
  uint64_t step; /* difference of `last` from the previous training, modulo 2^64; for pages, 1 or -1; 0: none */
  uint64_t next; /* for pages, if requests follow the stream: the next line to request; valid if `step` is not 0 */
} coh_training;

/* Where the entry of a key was last, by the key's low bits. The hints only make the search for an entry shorter. */
typedef struct {
  uint8_t entry[COH_HINTS];
} coh_hints;

/* The kinds of prefetchers. */
typedef struct {
  uint32_t kinds;    /* MACH_NEXT_LINE and other bits */
  uint32_t degree;   /* maximum number of requests of each prefetcher for a use */
  uint32_t distance; /* in steps */
  unsigned line_bits;
  bool next_page;   /* requests can be for lines of the next or the previous page */
  unsigned streams; /* number of entries of the stream prefetcher, at most COH_L2_STREAMS */
  bool follows;     /* requests of a stream continue after its previous requests, up to `distance` lines ahead */
} coh_prefetcher_config;

typedef struct {
  coh_prefetcher_config config;
  uint64_t clock; /* increases with each training */
  coh_training strides[COH_STRIDES];
  coh_training streams[COH_L2_STREAMS];
  coh_hints stride_hints, stream_hints;
  /* The next arrays are by slot of the cache. They are for lines that were prefetched and not used yet. */
  uint64_t *arrivals; /* arrival of the line, on the processor's clock */
  uint32_t *notes;    /* note of the requester whose reference caused the prefetch */
  bool *unused; /* in an L2: the line was prefetched and not used yet; NULL in a D1, whose states contain this flag */
} coh_prefetcher;

/* Requested lines, in order. */
typedef struct {
  uint64_t lines[COH_REQUESTS_MOST];
  unsigned n;
} coh_requests;

/* Makes the untrained prefetchers of a cache with `slots` slots. Free with coh_prefetcher_free(). */
coh_prefetcher *coh_prefetcher_new(const coh_prefetcher_config *config, uint64_t slots);

/* Frees the prefetchers. NULL is allowed. */
void coh_prefetcher_free(coh_prefetcher *prefetcher);

/* Trains with a use of a line, at byte `address` by instruction `code`. Sets the lines that the prefetchers request. */
void coh_prefetcher_train(coh_prefetcher *prefetcher, uint64_t address, uint32_t code, coh_requests *requests);
