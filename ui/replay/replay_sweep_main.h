/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_sweep_main.h: the command memspy replay --sweep. */
#pragma once

#include <glib.h>

#include "sweep/sweep_plan.h"
#include "ui/cluster/cluster_launcher.h"
#include "ui/trace/events_trace_file.h"

/* The options of a sweep that the user gave. */
typedef struct {
  char *by;                /* kind of the cells, parsed by replay_sweep_by(); NULL: no cells */
  char *csv, *json, *plot; /* names of the output files; "-": standard output; NULL: the file is not written */
  /* number of threads; 0: one for each processor of the host, or a single one to simulate a share */
  int threads;
  ClusterLauncherRequest launcher;
} ReplaySweepRequest;

/* Rows for the option table of the subcommand. request: the ReplaySweepRequest in which the values are stored. */
/* clang-format off */
#define REPLAY_SWEEP_OPTIONS(request)                                                                                      \
  {"sweep-by", 0, 0, G_OPTION_ARG_STRING, &(request).by,                                                               \
   "With --sweep: also show the misses of each function, data bin, or both", "function|bin|function,bin"},             \
  {"csv", 0, 0, G_OPTION_ARG_FILENAME, &(request).csv, "With --sweep: write all counts to OUT, comma-separated",       \
   "OUT"},                                                                                                             \
  {"json", 0, 0, G_OPTION_ARG_FILENAME, &(request).json,                                                               \
   "With --sweep: write all results to OUT as JSON (schema: docs/sweep.schema.json)", "OUT"},                          \
  {"plot", 0, 0, G_OPTION_ARG_FILENAME, &(request).plot, "With --sweep: write a page with plots to OUT", "OUT"},       \
  {"threads", 0, 0, G_OPTION_ARG_INT, &(request).threads,                                                              \
   "With --sweep: use N threads (the number of processors; 1 for a share)", "N"},                                      \
  CLUSTER_LAUNCHER_OPTIONS((request).launcher, "With --sweep: ")
/* clang-format on */

/* Prints, on standard error, the combinations of values that do not give a valid machine. */
void replay_sweep_print_left_out(const sweep_plan *plan);

/* Simulates the machines of n terms (sweep/sweep_plan.h) on an open trace, and writes the requested files. Prints the
 * table, unless a file goes to standard output. Sets base->processors. slots: whether each variable on the stack is a
 * bin. share: the share whose result is written to the folder of shares, without other output; NULL: all machines.
 * Prints messages, and returns the exit status. */
int replay_sweep_main(const EventsTraceFile *trace, const sweep_plan_base *base, const char *const *terms, unsigned n,
                      const ReplaySweepRequest *request, bool slots, const ClusterShare *share);
