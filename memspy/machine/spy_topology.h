/* spy_topology.h: the simulated machine as the program sees it: which processors, nodes and caches it has, and how the
 * processors are numbered. All that answers the program (spy_cpuid.h, spy_seen_files.h, run/spy_syscall_answer.c) takes
 * its facts from here, so that the answers agree.
 *
 * A node is a package of cores, and a core is one processor: there is no simultaneous multithreading. The D1, the
 * instruction cache and the L2 are levels 1 and 2 of each processor. The last level is level 3 of each node, also where
 * there is no level 2.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_TOPOLOGY_H
#define MEMSPY_SPY_TOPOLOGY_H

#include "coherence/coh_config.h"
#include "memspy/core/spy_valgrind.h"

/* Whether the program sees the simulated machine: --machine-visible=yes, and the tool chooses which thread runs. */
Bool spy_machine_is_visible(void);

UInt spy_processors_seen(void);
UInt spy_nodes_seen(void);

/* All processors, or nodes, as a set: a bit each. */
ULong spy_all_processors(void);
ULong spy_all_nodes(void);

/* The node of a processor; the processors of a node, as a set; the number of a processor within its node. */
UInt spy_node_of(UInt processor);
ULong spy_processors_of(UInt node);
UInt spy_core_of(UInt processor);

/* How far a processor reaches memory of a node, in units of which 10 is the own node (as ACPI's SLIT). */
UInt spy_distance(UInt from, UInt to);

/* The number by which cpuid and /proc/cpuinfo identify a processor: its node's number above spy_core_bits() bits, which
 * hold its number within the node. */
UInt spy_apic_id(UInt processor);
UInt spy_core_bits(void);

typedef enum { SPY_SEEN_DATA = 1, SPY_SEEN_CODE = 2, SPY_SEEN_UNIFIED = 3 } spy_cache_type; /* as cpuid numbers them */

typedef struct {
  UInt level;
  spy_cache_type type;
  UInt ways, line; /* line: bytes */
  ULong sets;      /* size: ways * line * sets */
  Bool is_shared;  /* by the processors of a node; else each has its own */
} spy_seen_cache;

enum { SPY_SEEN_CACHES = 4 };

/* The caches that each processor uses, the nearest first; returns how many. */
UInt spy_caches_seen(spy_seen_cache caches[SPY_SEEN_CACHES]);

/* The cache of a level, or of level 1 the one of a type; False: there is none. */
Bool spy_cache_seen(UInt level, spy_cache_type type, spy_seen_cache *cache);

static inline ULong spy_cache_bytes(const spy_seen_cache *cache) { return cache->sets * cache->ways * cache->line; }

/* Append a set as the kernel's files write it: "0-2,4" or, of `bits` bits, hexadecimal words "1,00000003". */
void spy_append_list(XArray *text, ULong set);
void spy_append_mask(XArray *text, ULong set, UInt bits);

#endif
