/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_run_phases.h: memspy run --sampled: the first run of the program, whose vectors tell which intervals represent its
 * phases, for the second one. */
#ifndef UI_UI_RUN_PHASES_H
#define UI_UI_RUN_PHASES_H

#include <glib.h>
#include <stdbool.h>

#include "ui/launch/ui_tool.h"

/* How phases are found, by options of memspy run. All zero: none was given. */
typedef enum { UI_SEARCH_PER_PHASE, UI_SEARCH_MOST, UI_SEARCHES } UiSearchOption;
typedef struct {
  const char *text[UI_SEARCHES]; /* as given */
  unsigned number[UI_SEARCHES];
} UiPhaseSearch;

/* Takes an argument, if it is one of these options. */
bool ui_run_phases_take(UiPhaseSearch *search, const char *argument);

/* Sets the numbers, to what is usual where none was given. Refuses wrong ones, and any without --sampled. */
bool ui_run_phases_settle(UiPhaseSearch *search, bool sampled, GError **error);

/* What both runs have in common. Of the options for the tool some are for one of the runs alone. */
typedef struct {
  const UiTool *tool;
  char **environment;
  char *const *options;
  unsigned n_options;
  char *const *program; /* and its arguments, ended by NULL */
  bool quiet;           /* nothing is said on what was chosen */
  const UiPhaseSearch *search;
} UiRunTwice;

/* Whether an option is for the first run alone, or for the second. */
bool ui_run_phases_is_for_first(const char *option);

/* Refuses what two runs cannot have: options, and an input that can be read once only. */
bool ui_run_phases_check(char *const *options, unsigned n_options, GError **error);

/* Runs the program, whose output nobody sees, and writes the representatives of its phases to a file in `folder`, for
 * --sample-phases; says on standard error what was chosen. Returns the file's name, owned by the caller. NULL: the
 * error is set, or, if it is not, the run was ended from outside and *status is its exit status. */
char *ui_run_phases(const UiRunTwice *run, const char *folder, int *status, GError **error);

#endif
