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
  COH_MIN_LINE = 16,  /* bytes */
  COH_MAX_LINE = 1024 /* bytes */
};

typedef enum { COH_MSI, COH_MESI, COH_PROTOCOLS } coh_protocol;

typedef enum { COH_LRU, COH_FIFO, COH_RANDOM, COH_PLRU, COH_REPLACEMENTS } coh_replacement;

/* One cache. size == 0 says that the machine has no such cache. */
typedef struct {
  uint64_t size; /* bytes in all: sets * ways * line, sets a power of two */
  uint32_t ways;
  uint32_t line; /* bytes, a power of two */
} coh_geometry;

/* Latencies are cycles that a reference adds to its processor's clock beyond its instruction's own; a hit
 * in the first-level cache adds none. */
typedef struct {
  uint32_t processors; /* 1 .. COH_MAX_PROCESSORS */
  coh_geometry d1;     /* private data cache of each processor; always there */
  coh_geometry l2;     /* private second level of each processor, inclusive of d1; may be absent */
  coh_geometry ll;     /* last level shared by all; may be absent */
  coh_protocol protocol;
  coh_replacement replacement; /* in every cache of the machine */
  uint32_t l2_latency;         /* found in the own L2 */
  uint32_t ll_latency;         /* found in the shared last level */
  uint32_t memory_latency;     /* found in memory */
  uint32_t transfer_latency;   /* supplied by another processor that holds the line modified */
  uint32_t upgrade_latency;    /* store to a line held shared: the other copies are invalidated */
  uint32_t cpi;                /* cycles per instruction before any stall, 1 .. 1000 */
} coh_config;

/* The name of a protocol or replacement policy as options and profiles spell it ("mesi", "lru"), or NULL
 * for a number outside the enumeration. */
const char *coh_protocol_name(coh_protocol protocol);
const char *coh_replacement_name(coh_replacement replacement);

/* The preset in force when the user names none. */
#define COH_PRESET_DEFAULT "default"

/* Looks a machine preset up by name and copies it to *config. Returns false, and leaves *config alone,
 * when there is no preset of that name. */
bool coh_preset_find(const char *name, coh_config *config);

/* The name and one-line source of preset number `index` (from 0), or NULL past the last. */
const char *coh_preset_name(unsigned index);
const char *coh_preset_source(unsigned index);

/* Checks everything that the simulator relies on. Returns NULL when the machine can be simulated, else
 * the name of the option at fault ("D1", "L2", "LL", "processors", "cpi"), with a sentence on what is
 * allowed in reason[size]. All levels must have the same line size; sizes and ways of L2 must be able to
 * hold D1 (size at least D1's). Tree-PLRU needs a power of two of ways. */
const char *coh_config_check(const coh_config *config, char *reason, size_t size);

#endif
