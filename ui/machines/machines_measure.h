/* SPDX-License-Identifier: GPL-2.0-or-later
 * machines_measure.h: measures the computer on which the analyser runs. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "machine/mach_host.h"

enum {
  MACHINES_PAGES = 2,       /* number of page sizes: 4 KB and 2 MB */
  MACHINES_PARALLEL = 6,    /* number of measurements with parallel pointer chases: 1, 2, 4, ... 32 at a time */
  MACHINES_STRIDES = 5,     /* number of ascending pointer chases, with strides of 1, 2, 4, 8 and 16 lines */
  MACHINES_MOST_POINTS = 32 /* maximum number of memory sizes that are measured */
};

/* The results of the measurements. A cycle is the time of an addition that depends on the previous one. A negative
 * number: not measured. */
typedef struct {
  mach_host host;
  double megahertz;
  double adds;                       /* number of independent additions per cycle */
  unsigned n_points;                 /* number of measured memory sizes */
  gsize bytes[MACHINES_MOST_POINTS]; /* memory sizes in bytes, ascending */
  /* cycles of a step of a pointer chase, by page size and memory size */
  double latency[MACHINES_PAGES][MACHINES_MOST_POINTS];
  bool huge; /* whether the kernel provided pages of 2 MB */
  /* cycles per load with 1 << i parallel pointer chases through the largest memory */
  double parallel[MACHINES_PARALLEL];
  double ascending[MACHINES_STRIDES]; /* cycles of a step of an ascending pointer chase, by stride */
  /* cycles per cache line for reading memory in order: first with one processor, then with all processors at once */
  double stream, streams;
  unsigned threads; /* number of threads that read memory for `streams` */
  double transfer;  /* cycles to pass a cache line from one processor to another */
  /* additional cycles of a reference to a page that only the second-level TLB contains */
  double tlb_hit;
  /* number of instructions in the reorder buffer; number of stores in the store buffer; 0: unknown */
  unsigned window, store_buffer;
  mach_entries dtlb, stlb; /* the TLBs for pages of 4 KB; if `n` is 0, the TLB is unknown */
  /* part of the last level that a program can use, in bytes; 0: there is no last level */
  gsize last_level;
  /* derived latencies in cycles; 0: there is no such level */
  double l2_latency, ll_latency, memory_latency, walk_latency;
  unsigned outstanding; /* maximum number of outstanding misses */
  /* cycles per load with parallel pointer chases through lines of one set of the D1 that the L2 holds; negative: not
   * measured */
  double same_set;
  unsigned set_misses; /* maximum number of outstanding misses of one set of the D1; 0: no limit was found */
  /* prefetches_pages: a stride prefetcher continues in the next page */
  bool prefetches_streams, prefetches_strides, prefetches_pages;
  bool in_time; /* whether no measurement was cut short by the deadline */
  /* mean relative excess of the shortest time of one half of the runs over the shortest time of all runs */
  double noise;
} MachinesFigures;

/* Measures this computer for about `seconds` at most. Returns false and sets *error if the computer reports no caches,
 * or if this program runs on a simulated processor, for example under Valgrind. */
bool machines_measure(MachinesFigures *figures, double seconds, GError **error);

/* Appends a table of the results. */
void machines_measure_print(const MachinesFigures *figures, GString *out);

/* Appends the content of a machine file with the results. Options that this version of memspy does not have are written
 * as comments. */
void machines_measure_file(const MachinesFigures *figures, GString *out);
