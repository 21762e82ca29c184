/* ui_sweep_main.h: memspy replay --sweep.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_SWEEP_MAIN_H
#define UI_UI_SWEEP_MAIN_H

#include <glib.h>

#include "coherence/coh_sweep.h"
#include "ui/cluster/ui_launcher.h"
#include "ui/trace/ui_trace_file.h"

/* Options of a sweep, as the user gives them. */
typedef struct {
  char *by;                /* what cells are told apart by (ui_sweep_by()); NULL: there are none */
  char *csv, *json, *plot; /* names of files, "-" is standard output; NULL: not asked for */
  int threads;             /* 0: as many as the host has processors, one for a share */
  UiLauncherRequest launcher;
} UiSweepRequest;

/* For the table of options of the subcommand; request: where they are stored. */
/* clang-format off */
#define UI_SWEEP_OPTIONS(request)                                                                                      \
  {"sweep-by", 0, 0, G_OPTION_ARG_STRING, &(request).by,                                                               \
   "With --sweep: also show the misses of each function, data bin, or both", "function|bin|function,bin"},             \
  {"csv", 0, 0, G_OPTION_ARG_FILENAME, &(request).csv, "With --sweep: write all counts to OUT, comma-separated",       \
   "OUT"},                                                                                                             \
  {"json", 0, 0, G_OPTION_ARG_FILENAME, &(request).json,                                                               \
   "With --sweep: write all of it to OUT as JSON; docs/sweep.schema.json is its schema", "OUT"},                       \
  {"plot", 0, 0, G_OPTION_ARG_FILENAME, &(request).plot, "With --sweep: write a page that plots it to OUT", "OUT"},    \
  {"threads", 0, 0, G_OPTION_ARG_INT, &(request).threads,                                                              \
   "With --sweep: threads (as many as there are processors; one for a share)", "N"},                                   \
  UI_LAUNCHER_OPTIONS((request).launcher, "With --sweep: ")
/* clang-format on */

/* Prints on standard error which combinations are no machines. */
void ui_sweep_tell_left_out(const coh_sweep *plan);

/* Simulates the machines of n terms (coherence/coh_sweep.h) on an open trace, prints the table, unless a file goes to
 * standard output, and writes the files. base->processors is set here. slots: variables on the stack are data bins.
 * share: it is left in its folder, and there is no table; NULL: the whole. Returns the exit status; messages are
 * printed. */
int ui_sweep_main(const UiTraceFile *trace, const coh_sweep_base *base, const char *const *terms, unsigned n,
                  const UiSweepRequest *request, bool slots, const UiShare *share);

#endif
