/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_run_phases.h: memspy run --sampled: runs the program once for its basic-block vectors, and chooses the
 * intervals that represent its phases in the second run. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "ui/launch/launch_tool.h"

/* Options of memspy run for the search of phases. All zero: none was given. */
typedef enum { LAUNCH_SEARCH_PER_PHASE, LAUNCH_SEARCH_MOST, LAUNCH_SEARCHES } LaunchSearchOption;
typedef struct {
  const char *text[LAUNCH_SEARCHES]; /* as given */
  unsigned number[LAUNCH_SEARCHES];
} LaunchPhaseSearch;

/* Stores an argument if it is one of these options. Returns whether it is. */
bool launch_run_phases_take(LaunchPhaseSearch *search, const char *argument);

/* Computes the numbers, with defaults. Refuses wrong values, and any of these options without --sampled. */
bool launch_run_phases_settle(LaunchPhaseSearch *search, bool sampled, GError **error);

/* Parameters of both runs. Some options for the tool are for one of the runs alone. */
typedef struct {
  const LaunchTool *tool;
  char **environment;
  char *const *options;
  unsigned n_options;
  char *const *program; /* with its arguments, ended by NULL */
  bool quiet;           /* prints nothing about the choice */
  const LaunchPhaseSearch *search;
} LaunchRunTwice;

/* Returns whether an option is for the first run alone. */
bool launch_run_phases_is_for_first(const char *option);

/* Refuses options and inputs that do not allow two runs. */
bool launch_run_phases_check(char *const *options, unsigned n_options, GError **error);

/* Runs the program without its output, writes the representatives of its phases to a file in `folder`, for
 * --sample-phases, and prints the choice on standard error. Returns the file's name, owned by the caller. Returns
 * NULL and sets *error on failure; if a signal ended the run, sets only *status, to its exit status. */
char *launch_run_phases(const LaunchRunTwice *run, const char *folder, int *status, GError **error);
