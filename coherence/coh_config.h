/* coh_config.h: the description of a simulated machine, and its check. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  COH_MAX_WAYS = 4096,
  COH_MIN_LINE = 16,         /* bytes */
  COH_MAX_LINE = 1024,       /* bytes */
  COH_MAX_ENTRIES = 1 << 20, /* entries of a TLB */
  COH_PAGE_BITS = 12         /* pages of 4096 bytes */
};

/* Bounds of options (coh_machine.def), which --help prints. */
#define COH_MAX_PROCESSORS 64   /* a sharer set is one 64-bit word */
#define COH_MAX_LATENCY 1000000 /* cycles, of each latency */
#define COH_MAX_OCCUPANCY 10000 /* cycles */
#define COH_MAX_DEGREE 16       /* lines that a prefetcher requests at a time */
#define COH_MAX_DISTANCE 64     /* lines or strides from a use to the first prefetch */

/* The words for an option's values, as --help shows them: "msi|mesi|moesi". */
#define COH_WORD(symbol, name) "|" name
#define COH_WORDS(list) (&list(COH_WORD)[1])
#define COH_NUMBER_OF(symbol, name) COH_##symbol,

/* Coherence protocols: symbol, and name in options and profiles. */
#define COH_PROTOCOL_LIST(X) X(MSI, "msi") X(MESI, "mesi") X(MOESI, "moesi")
#define COH_PROTOCOL_WORDS COH_WORDS(COH_PROTOCOL_LIST)
typedef enum { COH_PROTOCOL_LIST(COH_NUMBER_OF) COH_PROTOCOLS } coh_protocol;

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

/* Replacement policies, likewise. */
#define COH_REPLACEMENT_LIST(X) X(LRU, "lru") X(FIFO, "fifo") X(RANDOM, "random") X(PLRU, "plru")
#define COH_REPLACEMENT_WORDS COH_WORDS(COH_REPLACEMENT_LIST)
typedef enum { COH_REPLACEMENT_LIST(COH_NUMBER_OF) COH_REPLACEMENTS } coh_replacement;

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

typedef enum {
#define OPTION(symbol, name, type, initial, listed, needs, help) COH_OPTION_##symbol,
#include "coherence/coh_machine.def"
#undef OPTION
  COH_OPTIONS,
  COH_OPTION_NONE = COH_OPTIONS
} coh_option;

/* The fields of an option, by its type. */
#define COH_FIELD_OWN(text)
#define COH_FIELD_NUMBER(field, least, most, unit) uint32_t field;
#define COH_FIELD_CYCLES(field) uint32_t field;
#define COH_FIELD_YES(field) bool field;
#define COH_FIELD_CHOICE(type, field, words) type field;
#define COH_FIELD_GEOMETRY(field) coh_geometry field;
#define COH_FIELD_CACHE(field) coh_geometry field;
#define COH_FIELD_TLB(field, page) \
  coh_entries field;               \
  uint64_t page;
#define COH_FIELD_ENTRIES(field) coh_entries field;
#define COH_FIELD_PLACEMENT(field, node) \
  coh_placement field;                   \
  uint32_t node;
#define COH_FIELD_PREFETCHERS(field) uint32_t field;

/* A machine. Its options (coh_machine.def, with their meaning and bounds) have a field each: `l2`, `ll`, `dtlb` and
 * `stlb` may be absent; `nodes` 0 means 1; `fixed_node` is the node of --placement=node:N; `page` is the size of both
 * TLBs' pages in bytes, a power of two from COH_MIN_PAGE to COH_MAX_PAGE; `prefetch` is COH_NEXT_LINE | ... A field of
 * TLBs or prefetchers may have any value if the machine has none. Latencies are cycles that a reference adds to its
 * processor's clock in addition to its instruction's own; a hit in the first-level cache adds none. A machine of
 * several nodes has a part of the processors, of memory and a last level in each; see coh_node_of(). */
typedef struct {
#define OPTION(symbol, name, type, initial, listed, needs, help) COH_FIELD_##type
#include "coherence/coh_machine.def"
#undef OPTION
  coh_geometry i1;    /* private instruction cache of each processor, for the caller's use; may be unknown */
  uint32_t megahertz; /* cycles per microsecond, for programs that ask for the time; at least 1 */
} coh_config;

/* Returns the node of a processor: nodes have consecutive processors. */
static inline unsigned coh_node_of(const coh_config *config, unsigned processor) {
  return config->nodes <= 1 ? 0 : processor * config->nodes / config->processors;
}

/* Returns whether the machine has optional models with separate counts (TLBs, prefetchers, traffic), which need the
 * full simulation of misses. */
static inline bool coh_config_has_models(const coh_config *config) {
  return config->dtlb.n != 0 || config->prefetch != 0 || config->traffic;
}

/* Returns whether results depend on the clock at each reference, which the caller must then keep. */
static inline bool coh_config_is_timed(const coh_config *config) { return config->contention || config->prefetch != 0; }

/* Returns the name of a protocol, replacement policy or placement in options and profiles ("mesi", "lru",
 * "first-touch"; "node" for COH_FIXED_NODE, without its number); NULL outside the enumeration. */
const char *coh_protocol_name(coh_protocol protocol);
const char *coh_replacement_name(coh_replacement replacement);
const char *coh_placement_name(coh_placement placement);

/* Returns the name of prefetcher 1 << i: "next-line", "stride", "stream". */
const char *coh_prefetcher_name(unsigned i);

/* The preset in use if the user selects none. */
#define COH_PRESET_DEFAULT "default"

/* The name of the host (coh_host.h) in place of a preset. */
#define COH_HOST_NAME "host"

/* Copies the preset with a name to *config. Returns false, and leaves *config unchanged, if there is none. */
bool coh_preset_find(const char *name, coh_config *config);

/* Returns the name, and the source in one line, of preset `index` (from 0); NULL after the last. */
const char *coh_preset_name(unsigned index);
const char *coh_preset_source(unsigned index);

/* Returns the error in a cache's geometry under a replacement policy, as a sentence on the allowed values; NULL if
 * there is none. */
const char *coh_geometry_check(const coh_geometry *geometry, coh_replacement replacement);

/* Checks all assumptions of the simulator. Returns NULL if the machine can be simulated; else the name of the wrong
 * option ("D1", "L2", "LL", "processors", "nodes", "placement", "cpi", a latency ...), with a sentence on the allowed
 * values in reason[size]. All levels must have the same line size, the sizes and ways of L2 must be able to hold D1
 * (size at least D1's), and tree-PLRU needs a power of two of ways. */
const char *coh_config_check(const coh_config *config, char *reason, size_t size);
