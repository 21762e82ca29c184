/* SPDX-License-Identifier: GPL-2.0-or-later
 * machines_measure.h: measures the computer on which the analyser runs. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "machine/mach_host.h"

enum {
  MACHINES_PAGES = 2,       /* number of page sizes: 4 KB, 2 MB */
  MACHINES_PARALLEL = 6,    /* number of measurements, with 1, 2, 4, ... 32 parallel chases */
  MACHINES_STRIDES = 5,     /* number of ascending chases, with strides of 1, 2, 4, 8, 16 lines */
  MACHINES_MOST_POINTS = 32 /* maximum number of sizes of chases */
};

/* A cycle is the time of a dependent addition. A negative number: not measured. */
typedef struct {
  mach_host host;
  double megahertz;
  double adds;                                          /* independent additions per cycle */
  unsigned n_points;                                    /* number of measured memory sizes */
  gsize bytes[MACHINES_MOST_POINTS];                    /* memory sizes, ascending */
  double latency[MACHINES_PAGES][MACHINES_MOST_POINTS]; /* cycles of a step */
  bool huge;                                            /* the kernel gave pages of 2 MB */
  double parallel[MACHINES_PARALLEL]; /* cycles of a load in 1 << i parallel chases through the largest memory */
  double ascending[MACHINES_STRIDES]; /* cycles of a step */
  double stream, streams;             /* cycles per line of a stream: on one processor; on all processors at once */
  unsigned threads;                   /* number of streams in `streams` */
  double transfer;                    /* cycles to pass a line from one processor to another */
  double tlb_hit;                     /* additional cycles for a page that only the second-level TLB contains */
  unsigned window, store_buffer;      /* entries: instructions; stores. 0: unknown */
  mach_entries dtlb, stlb;            /* for pages of 4 KB; `n` is 0: unknown */
  gsize last_level;                   /* bytes of the last level that a program can use; 0: no such level */
  double l2_latency, ll_latency, memory_latency, walk_latency; /* cycles, derived; 0: no such level */
  unsigned outstanding;                                        /* maximum number of outstanding misses */
  bool prefetches_streams, prefetches_strides;
  bool in_time; /* no measurement was cut short */
  double noise; /* mean relative excess of the least time of half of the runs over the least time of all */
} MachinesFigures;

/* Measures this computer for about `seconds` at most. Returns false and sets *error if it reports no caches, or if the
 * program runs on a simulated processor, as under Valgrind. */
bool machines_measure(MachinesFigures *figures, double seconds, GError **error);

/* Appends a table of the figures. */
void machines_measure_print(const MachinesFigures *figures, GString *out);

/* Appends the machine file. Options that this version of memspy lacks are comments. */
void machines_measure_file(const MachinesFigures *figures, GString *out);
