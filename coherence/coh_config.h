/* coh_config.h: the description of a simulated machine, and its check. SPDX-License-Identifier: GPL-2.0-or-later */
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
  COH_MAX_LATENCY = 1000000, /* cycles, for each latency */
  COH_MAX_OCCUPANCY = 10000, /* cycles */
  COH_MAX_ENTRIES = 1 << 20, /* entries of a TLB */
  COH_MAX_DEGREE = 16,       /* prefetchers */
  COH_MAX_DISTANCE = 64,     /* prefetchers */
  COH_PAGE_BITS = 12         /* pages of 4096 bytes */
};

typedef enum { COH_MSI, COH_MESI, COH_MOESI, COH_PROTOCOLS } coh_protocol;

/* Selects the node whose memory holds a page (coh_memory.h). */
typedef enum { COH_FIRST_TOUCH, COH_ROUND_ROBIN, COH_FIXED_NODE, COH_PLACEMENTS } coh_placement;

/* Memory with a placement of its own (COH_PLACEMENTS: as the machine's) and a TLB page size of its own: `bytes` from
 * `start`, in whole pages of 4096 bytes. */
typedef struct {
  uint64_t start, bytes;
  coh_placement placement;
  uint32_t node; /* COH_FIXED_NODE: their node, below nodes */
  uint64_t page; /* a power of two from COH_MIN_PAGE to COH_MAX_PAGE; 0: the machine's */
} coh_zone;

typedef enum { COH_LRU, COH_FIFO, COH_RANDOM, COH_PLRU, COH_REPLACEMENTS } coh_replacement;

/* A cache; size 0: absent. */
typedef struct {
  uint64_t size; /* sets * ways * line, with sets a power of two */
  uint32_t ways;
  uint32_t line; /* bytes, a power of two */
} coh_geometry;

/* A TLB; n 0: absent. */
typedef struct {
  uint32_t n; /* sets * ways, with sets a power of two */
  uint32_t ways;
} coh_entries;

/* Page sizes of TLBs: 4 KB to 1 GB. */
#define COH_MIN_PAGE ((uint64_t)1 << COH_PAGE_BITS)
#define COH_MAX_PAGE ((uint64_t)1 << 30)

/* Prefetchers (coh_prefetcher.h), as bits; several make their requests in this order. */
enum { COH_NEXT_LINE = 1, COH_STRIDE = 2, COH_STREAM = 4, COH_PREFETCHERS = 3 };

/* Latencies are cycles that a reference adds to its processor's clock beyond its instruction's own; a hit in the D1
 * adds none. Each node of a machine has an equal part of processors and memory, and a last level; see coh_node_of(). */
typedef struct {
  uint32_t processors; /* 1 .. COH_MAX_PROCESSORS */
  uint32_t nodes;      /* 1 .. processors; 0 means 1 */
  coh_geometry i1;     /* private instruction cache of each processor, for the caller; can be unknown */
  coh_geometry d1;     /* private data cache of each processor; required */
  coh_geometry l2;     /* private second level of each processor, inclusive of d1; optional */
  coh_geometry ll;     /* last level of each node, shared by its processors; optional */
  coh_protocol protocol;
  coh_replacement replacement; /* in every cache of the machine */
  coh_placement placement;     /* placement of pages on nodes */
  uint32_t fixed_node;         /* COH_FIXED_NODE: the node of all pages, below nodes */
  uint32_t l2_latency;         /* found in the processor's L2 */
  uint32_t ll_latency;         /* found in the node's last level */
  uint32_t memory_latency;     /* found in the memory of the processor's node */
  uint32_t remote_latency;     /* found in another node's memory */
  uint32_t transfer_latency;   /* supplied by another processor of the node, which holds the line modified or owned */
  uint32_t remote_transfer_latency; /* as transfer_latency, but by a processor of another node */
  uint32_t upgrade_latency;         /* store to a line held shared or owned: the other copies are invalidated */
  coh_entries dtlb;                 /* first-level data TLB of each processor; optional */
  coh_entries stlb;                 /* second-level TLB; optional, requires dtlb */
  uint64_t page; /* page size of both TLBs, bytes: a power of two from COH_MIN_PAGE to COH_MAX_PAGE; any without TLBs */
  uint32_t tlb_latency;       /* the page is in the second level, not in the first */
  uint32_t walk_latency;      /* the page is in neither */
  uint32_t prefetch;          /* prefetchers of each processor: COH_NEXT_LINE | ...; 0: none */
  uint32_t prefetch_degree;   /* lines of a request: 1 .. COH_MAX_DEGREE; any without prefetchers */
  uint32_t prefetch_distance; /* steps to the first of these: 1 .. COH_MAX_DISTANCE; any without prefetchers */
  uint32_t occupancy;         /* contention: cycles that a transaction keeps its node's bus busy */
  uint32_t context_switch;    /* cycles of a processor's switch to another thread */
  uint32_t megahertz;         /* cycles per microsecond, for programs that read the time; at least 1 */
  uint32_t cpi;               /* cycles per instruction before any stall, 1 .. 1000 */
  bool contention;            /* transactions wait for each other */
  bool conflicts;             /* replacement misses are divided into capacity and conflict misses */
  bool traffic;               /* the bytes of moved lines are counted (coh_traffic.h) */
} coh_config;

/* The node of a processor: nodes have consecutive processors. */
static inline unsigned coh_node_of(const coh_config *config, unsigned processor) {
  return config->nodes <= 1 ? 0 : processor * config->nodes / config->processors;
}

/* Whether the machine has optional models with separate counts (TLBs, prefetchers, traffic), which need the full
 * simulation of misses. */
static inline bool coh_config_has_models(const coh_config *config) {
  return config->dtlb.n != 0 || config->prefetch != 0 || config->traffic;
}

/* Whether results depend on the clock at each reference, which the caller must then keep. */
static inline bool coh_config_is_timed(const coh_config *config) { return config->contention || config->prefetch != 0; }

/* The name of a protocol, replacement policy or placement in options and profiles ("mesi", "lru", "first-touch"; "node"
 * for COH_FIXED_NODE, without its number); NULL outside the enumeration. */
const char *coh_protocol_name(coh_protocol protocol);
const char *coh_replacement_name(coh_replacement replacement);
const char *coh_placement_name(coh_placement placement);

/* The name of prefetcher 1 << i: "next-line", "stride", "stream". */
const char *coh_prefetcher_name(unsigned i);

/* The preset in use if the user selects none. */
#define COH_PRESET_DEFAULT "default"

/* The name of the host (coh_host.h) in place of a preset. */
#define COH_HOST_NAME "host"

/* Copies the preset with a name to *config. Returns false, and leaves *config unchanged, if there is none. */
bool coh_preset_find(const char *name, coh_config *config);

/* The name, and the source in one line, of preset `index` (from 0); NULL after the last. */
const char *coh_preset_name(unsigned index);
const char *coh_preset_source(unsigned index);

/* The error in a cache's geometry under a replacement policy, as a sentence on the allowed values; NULL if there is
 * none. */
const char *coh_geometry_check(const coh_geometry *geometry, coh_replacement replacement);

/* Checks all assumptions of the simulator. Returns NULL if the machine can be simulated; else the name of the wrong
 * option ("D1", "L2", "LL", "processors", "nodes", "placement", "cpi", a latency ...), with a sentence on the allowed
 * values in reason[size]. All levels must have the same line size, the sizes and ways of L2 must be able to hold D1
 * (size at least D1's), and tree-PLRU needs a power of two of ways. */
const char *coh_config_check(const coh_config *config, char *reason, size_t size);

#endif
