/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_run_phases.h: memspy run --sampled: runs the program once for its basic-block vectors, and chooses the intervals
 * that represent its phases in the second run. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "ui/launch/ui_tool.h"

/* Options of memspy run for the search of phases. All zero: none was given. */
typedef enum { UI_SEARCH_PER_PHASE, UI_SEARCH_MOST, UI_SEARCHES } UiSearchOption;
typedef struct {
  const char *text[UI_SEARCHES]; /* as given */
  unsigned number[UI_SEARCHES];
} UiPhaseSearch;

/* Stores an argument if it is one of these options. Returns whether it is. */
bool ui_run_phases_take(UiPhaseSearch *search, const char *argument);

/* Computes the numbers, with defaults. Refuses wrong values, and any of these options without --sampled. */
bool ui_run_phases_settle(UiPhaseSearch *search, bool sampled, GError **error);

/* Parameters of both runs. Some options for the tool are for one of the runs alone. */
typedef struct {
  const UiTool *tool;
  char **environment;
  char *const *options;
  unsigned n_options;
  char *const *program; /* with its arguments, ended by NULL */
  bool quiet;           /* prints nothing about the choice */
  const UiPhaseSearch *search;
} UiRunTwice;

/* Returns whether an option is for the first run alone. */
bool ui_run_phases_is_for_first(const char *option);

/* Refuses options and inputs that do not allow two runs. */
bool ui_run_phases_check(char *const *options, unsigned n_options, GError **error);

/* Runs the program without its output, writes the representatives of its phases to a file in `folder`, for
 * --sample-phases, and prints the choice on standard error. Returns the file's name, owned by the caller. Returns
 * NULL and sets *error on failure; if a signal ended the run, sets only *status, to its exit status. */
char *ui_run_phases(const UiRunTwice *run, const char *folder, int *status, GError **error);
