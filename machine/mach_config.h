/* mach_config.h: the description of a simulated machine, and its check. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  MACH_MIN_LINE = 16,         /* minimum size of a cache line, in bytes */
  MACH_MAX_LINE = 1024,       /* maximum size of a cache line, in bytes */
  MACH_MAX_ENTRIES = 1 << 20, /* maximum number of entries of a TLB */
  MACH_PAGE_BITS = 12         /* log2 of the page size in bytes */
};

/* Makes the text of a number that is a macro. */
#define MACH_TEXT(number) MACH_TEXT_OF(number)
#define MACH_TEXT_OF(number) #number

/* Bounds that texts contain: those of options in mach_option_table.def, which --help prints, and of ways. */
#define MACH_MAX_WAYS 4096
#define MACH_MAX_PROCESSORS 64    /* since a sharer set is one 64-bit word */
#define MACH_MAX_LATENCY 1000000  /* cycles, of each latency */
#define MACH_MAX_OCCUPANCY 10000  /* cycles */
#define MACH_MAX_BANDWIDTH 100000 /* bytes per cycle */
#define MACH_MAX_WINDOW 1024      /* instructions */
#define MACH_MAX_OUTSTANDING 64   /* misses */
#define MACH_MAX_STORES 128       /* entries of a store buffer */
#define MACH_MAX_DEGREE 16        /* maximum number of lines that a prefetcher requests at a time */
#define MACH_MAX_DISTANCE 64      /* maximum distance, in lines or strides, from a use to the first prefetch */

/* The allowed words for options, in the form that --help prints: "msi|mesi|moesi". */
#define MACH_WORD(symbol, name) "|" name
#define MACH_WORDS(list) (&list(MACH_WORD)[1])
#define MACH_NUMBER_OF(symbol, name) MACH_##symbol,

/* The coherence protocols: for each, the symbol, and the name in options and profiles. */
#define MACH_PROTOCOL_LIST(X) X(MSI, "msi") X(MESI, "mesi") X(MOESI, "moesi")
#define MACH_PROTOCOL_WORDS MACH_WORDS(MACH_PROTOCOL_LIST)
typedef enum { MACH_PROTOCOL_LIST(MACH_NUMBER_OF) MACH_PROTOCOLS } mach_protocol;

/* A placement selects the node whose memory holds a page (coh_memory.h). */
typedef enum { MACH_FIRST_TOUCH, MACH_ROUND_ROBIN, MACH_FIXED_NODE, MACH_PLACEMENTS } mach_placement;

/* A zone: `bytes` of memory from `start`, in whole pages of 4096 bytes. It has its own placement (MACH_PLACEMENTS: as
 * the machine) and its own page size for TLBs. */
typedef struct {
  uint64_t start, bytes;
  mach_placement placement;
  uint32_t node; /* number of the node for MACH_FIXED_NODE, below the number of nodes */
  uint64_t page; /* page size in bytes, a power of two from MACH_MIN_PAGE to MACH_MAX_PAGE; 0: as the machine */
} mach_zone;

/* The replacement policies: for each, the symbol, and the name in options and profiles. */
#define MACH_REPLACEMENT_LIST(X) X(LRU, "lru") X(FIFO, "fifo") X(RANDOM, "random") X(PLRU, "plru")
#define MACH_REPLACEMENT_WORDS MACH_WORDS(MACH_REPLACEMENT_LIST)
typedef enum {
  MACH_REPLACEMENT_LIST(MACH_NUMBER_OF) MACH_REPLACEMENTS, /* number of the policies that each cache can have */
  MACH_RRIP = MACH_REPLACEMENTS                            /* for an L2 or a last level only */
} mach_replacement;

/* The policies of an L2 or a last level: the policy of the D1 (`same`), or another one. After `same`, they have the order
 * in mach_replacement. */
#define MACH_LEVEL_POLICY_LIST(X) X(SAME, "same") MACH_REPLACEMENT_LIST(X) X(RRIP, "rrip")
#define MACH_LEVEL_POLICY_WORDS MACH_WORDS(MACH_LEVEL_POLICY_LIST)
#define MACH_LEVEL_POLICY_NUMBER(symbol, name) MACH_LEVEL_##symbol,
typedef enum { MACH_LEVEL_POLICY_LIST(MACH_LEVEL_POLICY_NUMBER) MACH_LEVEL_POLICIES } mach_level_policy;

/* The kind of a processor, by what it does during a miss: a blocking processor waits; a processor with a window
 * executes the instructions in the window (coherence/coh_window.h). */
#define MACH_PROCESSOR_LIST(X) X(BLOCKING, "blocking") X(WINDOW, "window")
#define MACH_PROCESSOR_WORDS MACH_WORDS(MACH_PROCESSOR_LIST)
typedef enum { MACH_PROCESSOR_LIST(MACH_NUMBER_OF) MACH_PROCESSOR_KINDS } mach_processor;

/* The unit of times that are shorter than a cycle is the tick. */
enum { MACH_TICKS = 1000 /* number of ticks in a cycle */ };

/* The geometry of a cache. If the size is 0, the cache is absent. */
typedef struct {
  uint64_t size; /* size in bytes: sets * ways * line; the number of sets is a power of two */
  uint32_t ways;
  uint32_t line; /* size of a cache line in bytes, a power of two */
} mach_geometry;

/* A TLB. If `n` is 0, there is no TLB. */
typedef struct {
  uint32_t n; /* number of entries: sets * ways; the number of sets is a power of two */
  uint32_t ways;
} mach_entries;

/* The smallest and the largest page of a TLB: 4 KB and 1 GB. */
#define MACH_MIN_PAGE ((uint64_t)1 << MACH_PAGE_BITS)
#define MACH_MAX_PAGE ((uint64_t)1 << 30)

/* The prefetchers (coh_prefetcher.h), as bits. If a machine has several, they make their requests in the order of the
 * bits. */
enum { MACH_NEXT_LINE = 1, MACH_STRIDE = 2, MACH_STREAM = 4, MACH_PREFETCHERS = 3 };

/* The prefetchers that a D1 and an L2 can have. An L2 does not receive the addresses of instructions, which a stride
 * prefetcher needs. */
enum {
  MACH_D1_PREFETCHERS = MACH_NEXT_LINE | MACH_STRIDE | MACH_STREAM,
  MACH_L2_PREFETCHERS = MACH_NEXT_LINE | MACH_STREAM
};

typedef enum {
#define OPTION(symbol, name, type, initial, listed, needs, help) MACH_OPTION_##symbol,
#include "machine/mach_option_table.def"
#undef OPTION
  MACH_OPTIONS,
  MACH_OPTION_NONE = MACH_OPTIONS
} mach_option;

/* How mach_config declares the field of an option, by the option's type. */
#define MACH_FIELD_OWN(text)
#define MACH_FIELD_NUMBER(field, least, most, unit) uint32_t field;
#define MACH_FIELD_CYCLES(field) uint32_t field;
#define MACH_FIELD_DECIMAL(field, most, unit) uint32_t field, field##_thousandths;
#define MACH_FIELD_BANDWIDTH(field) uint32_t field;
#define MACH_FIELD_YES(field) bool field;
#define MACH_FIELD_CHOICE(type, field, words) type field;
#define MACH_FIELD_GEOMETRY(field) mach_geometry field;
#define MACH_FIELD_CACHE(field) mach_geometry field;
#define MACH_FIELD_TLB(field, page) \
  mach_entries field;               \
  uint64_t page;
#define MACH_FIELD_ENTRIES(field) mach_entries field;
#define MACH_FIELD_PLACEMENT(field, node) \
  mach_placement field;                   \
  uint32_t node;
#define MACH_FIELD_PREFETCHERS(field, kinds) uint32_t field;

/* A simulated machine. Each of its options has a field; mach_option_table.def describes the options and their bounds.
 * `l2`, `ll`, `dtlb` and `stlb` can be absent. `nodes` 0 means 1. `fixed_node` is the node of --placement=node:N.
 * `page` is the page size of both TLBs in bytes, a power of two from MACH_MIN_PAGE to MACH_MAX_PAGE. `prefetch` is an
 * OR of MACH_NEXT_LINE and the other bits. The fields of TLBs, prefetchers or windows can have any value if the machine
 * has no TLBs, prefetchers or windows. A bandwidth is a number of thousandths of a byte per cycle; 0: no limit.
 * `cpi_thousandths`, below 1000, is the fraction of `cpi`. A latency is the number
 * of cycles that a reference adds to the processor's clock in addition to the cycles of the instruction; a hit in the
 * first-level cache adds none. If a machine has several nodes, each node has a part of the processors, a part of the
 * memory, and a last level; see mach_node_of(). */
typedef struct {
#define OPTION(symbol, name, type, initial, listed, needs, help) MACH_FIELD_##type
#include "machine/mach_option_table.def"
#undef OPTION
  mach_geometry i1;   /* private instruction cache of each processor, which the caller simulates; can be absent */
  uint32_t megahertz; /* cycles per microsecond, at least 1; used for programs that read a clock */
} mach_config;

/* Returns the node of a processor. Each node has consecutive processors. */
static inline unsigned mach_node_of(const mach_config *config, unsigned processor) {
  return config->nodes <= 1 ? 0 : processor * config->nodes / config->processors;
}

/* Returns the replacement policy of an L2 or a last level. */
static inline mach_replacement mach_policy_of(const mach_config *config, mach_level_policy level) {
  return level == MACH_LEVEL_SAME ? config->replacement : (mach_replacement)(level - MACH_LEVEL_LRU);
}

/* Returns the number of ticks that an instruction takes without stalls. */
static inline uint32_t mach_step(const mach_config *config) {
  return config->cpi * MACH_TICKS + config->cpi_thousandths;
}

/* Returns the number of cycles that instructions take without stalls, rounded down. */
static inline uint64_t mach_cycles(const mach_config *config, uint64_t instructions) {
  return instructions * mach_step(config) / MACH_TICKS;
}

/* Returns whether the machine's processors have instruction windows. */
static inline bool mach_config_has_window(const mach_config *config) { return config->processor == MACH_WINDOW; }

/* Returns whether a cache of the machine has prefetchers. */
static inline bool mach_config_prefetches(const mach_config *config) {
  return config->prefetch != 0 || config->l2_prefetch != 0;
}

/* Returns whether the transfer of a line from or to memory takes time in which other transfers wait. */
static inline bool mach_config_limits_bandwidth(const mach_config *config) {
  return config->memory_bandwidth != 0 || config->processor_bandwidth != 0;
}

/* Returns whether misses can wait for earlier misses of any processor, in the order of the clocks. */
static inline bool mach_config_has_queues(const mach_config *config) {
  return config->contention || mach_config_limits_bandwidth(config);
}

/* Returns whether the machine has TLBs, prefetchers or traffic. These optional models need the full simulation of
 * misses. */
static inline bool mach_config_observes_misses(const mach_config *config) {
  return config->dtlb.n != 0 || mach_config_prefetches(config) || config->traffic;
}

/* Returns whether the machine has optional models that have counts of their own. */
static inline bool mach_config_has_models(const mach_config *config) {
  return mach_config_observes_misses(config) || mach_config_has_window(config);
}

/* Returns whether the simulation needs the processor's clock at each reference. If so, the caller must keep the clocks
 * up to date. */
static inline bool mach_config_is_timed(const mach_config *config) {
  return mach_config_has_queues(config) || mach_config_prefetches(config) || mach_config_has_window(config);
}

/* Returns the maximum stall of a reference of at most a page, or of the fetch of a line of code, in cycles. The machine
 * must not be timed. A reference translates at most two pages; its lines are fetched at the same time. */
uint32_t mach_config_longest_stall(const mach_config *config);

/* Returns the name of a protocol, replacement policy, kind of processor or placement in options and profiles ("mesi",
 * "lru", "window", "first-touch"; "node" for MACH_FIXED_NODE, without its number); NULL for a value outside the
 * enumeration. */
const char *mach_protocol_name(mach_protocol protocol);
const char *mach_replacement_name(mach_replacement replacement);
const char *mach_processor_name(mach_processor kind);
const char *mach_placement_name(mach_placement placement);

/* Returns the name of the prefetcher with bit 1 << i: "next-line", "stride" or "stream". */
const char *mach_prefetcher_name(unsigned i);

/* The preset that is used if the user does not select one. */
#define MACH_PRESET_DEFAULT "default"

/* The name that selects the host (mach_host.h) in place of a preset. */
#define MACH_HOST_NAME "host"

/* Copies the preset with this name, with blocking processors, to *config. Returns false, and leaves *config unchanged, if there is no such
 * preset. */
bool mach_preset_find(const char *name, mach_config *config);

/* As mach_preset_find(), but with the values that the preset has with --processor=window: the width of its processors,
 * their prefetchers and their bandwidth. */
bool mach_preset_find_window(const char *name, mach_config *config);

/* Returns the kind of the preset's processors, if the user does not give --processor. A name that is no preset, such as
 * MACH_HOST_NAME, means a current machine: its processors have windows. */
mach_processor mach_preset_processor(const char *name);

/* The next two functions return the name of preset `index` (from 0), and its source in one line; NULL after the last
 * preset. */
const char *mach_preset_name(unsigned index);
const char *mach_preset_source(unsigned index);

/* Returns the error in a cache's geometry under a replacement policy, as a sentence that states the allowed values, or
 * NULL if there is no error. */
const char *mach_geometry_check(const mach_geometry *geometry, mach_replacement replacement);

/* Checks whether a machine fulfils all assumptions of the simulator. Returns NULL if the machine can be simulated.
 * Otherwise, returns the name of the wrong option ("D1", "L2", "LL", "processors", "nodes", "placement", "cpi", a
 * latency ...), and writes a sentence that states the allowed values to reason[size]. All levels must have the same
 * line size. The L2 must be at least as large as the D1. For tree-PLRU, the number of ways must be a power of two. */
const char *mach_config_check(const mach_config *config, char *reason, size_t size);
