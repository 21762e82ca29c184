/* naive_machine.h: the state of the naive machine (naive.h). These files share it: naive_access.c has the references,
 * naive_nodes.c the nodes and their memory, naive_traffic.c the bytes that move, naive_fills.c the caches as lines move,
 * naive_coherence.c the protocols and true and false sharing, naive_fetch.c the requests of lines, and naive_prefetch.c
 * the prefetchers.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "tests/coherence/naive.h"
#include "tests/coherence/naive_cache.h"
#include "tests/coherence/naive_recent.h"
#include "tests/coherence/naive_requests.h"

typedef enum { INVALID, SHARED, OWNED, EXCLUSIVE, MODIFIED } line_state;

/* The state of one line for one processor. */
typedef struct {
  bool referenced;
  line_state state;
  coh_cause gone;   /* why the line last left the D1, or was invalidated in the L2 after that */
  coh_who by;       /* the cause of that */
  uint64_t lost;    /* when it was last invalidated */
  bool undecided;   /* its last miss was an invalidation miss that may still become true sharing; the line is in the
                       D1 */
  uint32_t note;    /* note of that miss */
  bool by_prefetch; /* a prefetch evicted the line from the D1 */
  bool prefetched;  /* the line is in the D1, was prefetched, and has not been used since */
  uint64_t arrival; /* when it arrives */
  bool waits;       /* its last request waited until it had arrived at another processor */
  uint32_t asker;   /* note of the reference that prefetched it */
  /* as the three fields above, for a line that was prefetched into the L2 */
  bool l2_prefetched;
  uint64_t l2_arrival;
  uint32_t l2_asker;
  bool newer;    /* the D1 has stores that the L2 (without an L2: memory) does not have */
  bool l2_newer; /* the L2 has stores that memory does not have */
} line_past;

/* The state of a line that is independent of the processor. */
typedef struct {
  uint64_t *stores; /* by byte, and by processor: time of its last store; 0: none. NULL: no store to the line yet */
  bool has_home;
  unsigned home;    /* node of the line's memory */
  coh_who modifier; /* filler of the last reference that made it modified in a D1 */
} line_memory;

typedef struct {
  cache d1, l2;
  use_list shadow;       /* has as many lines as the D1 */
  use_list *dtlb, *stlb; /* pages by set; NULL: there is no such TLB */
  trainings strides, streams;
  trainings l2_streams;
  coh_counts counts;
  uint64_t clock;           /* cycles */
  naive_requests *requests; /* of a processor with a window; otherwise NULL */
} processor;

struct naive {
  mach_config config;
  unsigned nodes;
  processor *processors;
  cache *ll;             /* one per node */
  uint64_t *free_at;     /* when each node's bus becomes free, in cycles */
  uint64_t *channel;     /* by node, in ticks: when the channel of its memory becomes free */
  uint64_t *link;        /* by processor, in ticks: when its link becomes free */
  uint64_t now;          /* counts uses: no two uses have the same time */
  naive_region *regions; /* extended to the ends of their pages, and by pages that prefetches can reach */
  unsigned n_regions;
  const mach_zone *zones;
  unsigned n_zones;
  uint64_t n_lines;
  line_past *past;     /* for each line of each region, one per processor */
  line_memory *memory; /* for each line of each region */
  coh_revision *revision;
  void *closure;
  coh_waste *waste;
  void *waste_closure;
  coh_mover *mover;
  void *mover_closure;
  uint64_t missed;  /* processors that have missed or upgraded, as bits */
  unsigned moving;  /* the processor whose reference moves lines now, */
  coh_blame blamed; /* and the reference's blame */
};

/* A stretch of bytes of a line, given by two offsets. */
typedef struct {
  uint32_t first, last;
} stretch;

/* Returns the number of a line among those of all regions; UINT64_MAX: it is in none. */
uint64_t naive_place_of(const naive *m, uint64_t line);

/* Return the state of a line of a region: for a processor, and independent of the processor. */
line_past *naive_past_of(naive *m, uint64_t line, unsigned p);
line_memory *naive_memory_of(naive *m, uint64_t line);

bool naive_has_l2(const naive *m);

/* Returns the size, in bytes, of the parts of a line for which the machine records stores separately. */
uint32_t naive_granule(const naive *m);
