/* coh_config.h: the description of a simulated machine, and the check of it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_CONFIG_H
#define COHERENCE_COH_CONFIG_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  COH_MAX_PROCESSORS = 64, /* a sharer set is one 64-bit word */
  COH_MAX_WAYS = 4096,
  COH_MIN_LINE = 16,         /* bytes */
  COH_MAX_LINE = 1024,       /* bytes */
  COH_MAX_LATENCY = 1000000, /* cycles, of each of them */
  COH_MAX_OCCUPANCY = 10000, /* cycles */
  COH_MAX_ENTRIES = 1 << 20, /* of a TLB */
  COH_MAX_DEGREE = 16,       /* of prefetchers */
  COH_MAX_DISTANCE = 64,     /* of prefetchers */
  COH_PAGE_BITS = 12         /* pages of 4096 bytes */
};

typedef enum { COH_MSI, COH_MESI, COH_MOESI, COH_PROTOCOLS } coh_protocol;

/* Which node's memory a page is in (coh_memory.h). */
typedef enum { COH_FIRST_TOUCH, COH_ROUND_ROBIN, COH_FIXED_NODE, COH_PLACEMENTS } coh_placement;

/* Memory whose pages are where `placement` says, whatever the machine's is (COH_PLACEMENTS: as the machine's), and are
 * of `page` bytes in TLBs: bytes from `start` on, whole pages of 4096 bytes. */
typedef struct {
  uint64_t start, bytes;
  coh_placement placement;
  uint32_t node; /* COH_FIXED_NODE: where they are, below nodes */
  uint64_t page; /* a power of two from COH_MIN_PAGE to COH_MAX_PAGE; 0: the machine's */
} coh_zone;

typedef enum { COH_LRU, COH_FIFO, COH_RANDOM, COH_PLRU, COH_REPLACEMENTS } coh_replacement;

/* One cache. size == 0 says that the machine has no such cache. */
typedef struct {
  uint64_t size; /* bytes in all: sets * ways * line, sets a power of two */
  uint32_t ways;
  uint32_t line; /* bytes, a power of two */
} coh_geometry;

/* One TLB. n == 0 says that the machine has none. */
typedef struct {
  uint32_t n; /* entries in all: sets * ways, sets a power of two */
  uint32_t ways;
} coh_entries;

/* The pages of TLBs: 4 KB to 1 GB. */
#define COH_MIN_PAGE ((uint64_t)1 << COH_PAGE_BITS)
#define COH_MAX_PAGE ((uint64_t)1 << 30)

/* Prefetchers (coh_prefetcher.h), which may be combined, in the order in which they ask. */
enum { COH_NEXT_LINE = 1, COH_STRIDE = 2, COH_STREAM = 4, COH_PREFETCHERS = 3 };

/* Latencies are cycles that a reference adds to its processor's clock beyond its instruction's own; a hit
 * in the first-level cache adds none. A machine of several nodes has a part of the processors, of memory and a last
 * level in each; see coh_node_of(). */
typedef struct {
  uint32_t processors; /* 1 .. COH_MAX_PROCESSORS */
  uint32_t nodes;      /* 1 .. processors; 0 is taken for 1 */
  coh_geometry i1;     /* private instruction cache of each processor, for the caller's use; may be unknown */
  coh_geometry d1;     /* private data cache of each processor; always there */
  coh_geometry l2;     /* private second level of each processor, inclusive of d1; may be absent */
  coh_geometry ll;     /* last level of each node, shared by its processors; may be absent */
  coh_protocol protocol;
  coh_replacement replacement; /* in every cache of the machine */
  coh_placement placement;     /* of pages on nodes */
  uint32_t fixed_node;         /* COH_FIXED_NODE: where all pages are, below nodes */
  uint32_t l2_latency;         /* found in the own L2 */
  uint32_t ll_latency;         /* found in the node's last level */
  uint32_t memory_latency;     /* found in the own node's memory */
  uint32_t remote_latency;     /* found in another node's memory */
  uint32_t transfer_latency;   /* supplied by another processor of the node, which holds the line modified or owned */
  uint32_t remote_transfer_latency; /* supplied so by a processor of another node */
  uint32_t upgrade_latency;         /* store to a line held shared or owned: the other copies are invalidated */
  coh_entries dtlb;                 /* first-level data TLB of each processor; may be absent */
  coh_entries stlb;                 /* second level of it; may be absent, and is without the first */
  uint64_t page;                    /* of both, bytes: a power of two from COH_MIN_PAGE to COH_MAX_PAGE; without: any */
  uint32_t tlb_latency;             /* a page that the first level does not have is in the second */
  uint32_t walk_latency;            /* it is in neither */
  uint32_t prefetch;                /* COH_NEXT_LINE | ...: what each processor has; 0: none */
  uint32_t prefetch_degree;         /* lines that they ask for at a time: 1 .. COH_MAX_DEGREE; without them: any */
  uint32_t prefetch_distance;       /* steps to the first of these: 1 .. COH_MAX_DISTANCE; without them: any */
  uint32_t occupancy;               /* contention: cycles that a transaction keeps its node's bus busy */
  uint32_t context_switch;          /* cycles that a processor spends on going over to another thread */
  uint32_t megahertz;               /* cycles per microsecond, for programs that ask for the time; at least 1 */
  uint32_t cpi;                     /* cycles per instruction before any stall, 1 .. 1000 */
  bool contention;                  /* transactions wait for each other */
  bool conflicts;                   /* replacement misses are told apart: capacity, conflict */
  bool traffic;                     /* bytes that lines move are counted (coh_traffic.h) */
} coh_config;

/* Processors are spread over the nodes in blocks of neighbours. */
static inline unsigned coh_node_of(const coh_config *config, unsigned processor) {
  return config->nodes <= 1 ? 0 : processor * config->nodes / config->processors;
}

/* Whether the machine has a model that most machines do not have, whose counts are apart: TLBs, prefetchers, traffic.
 * Its misses are simulated in full. */
static inline bool coh_config_has_models(const coh_config *config) {
  return config->dtlb.n != 0 || config->prefetch != 0 || config->traffic;
}

/* Whether what happens depends on the clock at each reference, which the caller then has to keep. */
static inline bool coh_config_is_timed(const coh_config *config) { return config->contention || config->prefetch != 0; }

/* The name of a protocol, replacement policy or placement as options and profiles spell it ("mesi", "lru",
 * "first-touch"; "node" for COH_FIXED_NODE, which takes a number besides), or NULL for a number outside the
 * enumeration. */
const char *coh_protocol_name(coh_protocol protocol);
const char *coh_replacement_name(coh_replacement replacement);
const char *coh_placement_name(coh_placement placement);

/* The name of prefetcher 1 << i, likewise: "next-line", "stride", "stream". */
const char *coh_prefetcher_name(unsigned i);

/* The preset in force when the user names none. */
#define COH_PRESET_DEFAULT "default"

/* What stands for the computer that this runs on (coh_host.h) where a preset's name may stand. */
#define COH_HOST_NAME "host"

/* Looks a machine preset up by name and copies it to *config. Returns false, and leaves *config alone,
 * when there is no preset of that name. */
bool coh_preset_find(const char *name, coh_config *config);

/* The name and one-line source of preset number `index` (from 0), or NULL past the last. */
const char *coh_preset_name(unsigned index);
const char *coh_preset_source(unsigned index);

/* What is the matter with the geometry of a cache under a replacement policy, as a sentence on what is allowed; NULL:
 * nothing. */
const char *coh_geometry_check(const coh_geometry *geometry, coh_replacement replacement);

/* Checks everything that the simulator relies on. Returns NULL when the machine can be simulated, else
 * the name of the option at fault ("D1", "L2", "LL", "processors", "nodes", "placement", "cpi", a latency ...),
 * with a sentence on what is allowed in reason[size]. All levels must have the same line size; sizes and ways of L2
 * must be able to hold D1 (size at least D1's). Tree-PLRU needs a power of two of ways. */
const char *coh_config_check(const coh_config *config, char *reason, size_t size);

#endif
