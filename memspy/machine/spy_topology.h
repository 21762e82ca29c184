/* spy_topology.h: the simulated machine as the program sees it: its processors, nodes and caches, and their numbers.
 * All answers to the program (spy_cpuid.h, spy_seen_files.h, run/spy_syscall_answer.c) are derived from this
 * description, so that they agree.
 *
 * A node is a package of cores, and a core is one processor, without simultaneous multithreading. The D1, the
 * instruction cache and the L2 are levels 1 and 2 of each processor. The last level is level 3 of each node, even
 * without a level 2.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "machine/mach_config.h"
#include "memspy/core/spy_valgrind.h"

/* Returns whether the program sees the simulated machine: the option is --machine-visible=yes, and the tool chooses
 * which thread runs. */
Bool spy_machine_is_visible(void);

UInt spy_processors_seen(void);
UInt spy_nodes_seen(void);

/* The next two functions return all processors, and all nodes, as a set with one bit for each. */
ULong spy_all_processors(void);
ULong spy_all_nodes(void);

/* The next functions return the node of a processor, the set of processors of a node, and the index of a processor in
 * its node. */
UInt spy_node_of(UInt processor);
ULong spy_processors_of(UInt node);
UInt spy_core_of(UInt processor);

/* Returns the distance of a processor from a node's memory, as in ACPI's SLIT: it is 10 for the processor's own
 * node. */
UInt spy_distance(UInt from, UInt to);

/* Returns the APIC id of a processor. The low spy_core_bits() bits are the index of the processor in its node, and the
 * bits above are the number of the node. */
UInt spy_apic_id(UInt processor);
UInt spy_core_bits(void);

typedef enum { SPY_SEEN_DATA = 1, SPY_SEEN_CODE = 2, SPY_SEEN_UNIFIED = 3 } spy_cache_type; /* numbers as in cpuid */

typedef struct {
  UInt level;
  spy_cache_type type;
  UInt ways, line; /* `line`: bytes of a line */
  ULong sets;      /* number of sets; the size is ways * line * sets */
  Bool is_shared;  /* whether the processors of a node share the cache; if not, each processor has its own */
} spy_seen_cache;

enum { SPY_SEEN_CACHES = 4 };

/* Stores the caches of each processor, the nearest first. Returns the number of caches. */
UInt spy_caches_seen(spy_seen_cache caches[SPY_SEEN_CACHES]);

/* Finds the cache at a level. At level 1, finds the cache of a given type. Returns False if there is none. */
Bool spy_cache_seen(UInt level, spy_cache_type type, spy_seen_cache *cache);

static inline ULong spy_cache_bytes(const spy_seen_cache *cache) { return cache->sets * cache->ways * cache->line; }

/* The next two functions append a set in the formats of the kernel: as a list such as "0-2,4", and as hexadecimal words
 * for `bits` bits, such as "1,00000003". */
void spy_append_list(XArray *text, ULong set);
void spy_append_mask(XArray *text, ULong set, UInt bits);
