/* SPDX-License-Identifier: GPL-2.0-or-later
 * launch_run_phases.h: memspy run --sampled: runs the program once for its basic-block vectors, and chooses the
 * intervals that the second run simulates because they represent the program's phases. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "ui/launch/launch_tool.h"

/* The options of memspy run for the search of phases. All fields zero: no option was given. */
typedef enum { LAUNCH_SEARCH_PER_PHASE, LAUNCH_SEARCH_MOST, LAUNCH_SEARCHES } LaunchSearchOption;
typedef struct {
  const char *text[LAUNCH_SEARCHES]; /* values as the user gave them; NULL: not given */
  unsigned number[LAUNCH_SEARCHES];
} LaunchPhaseSearch;

/* Stores an argument if it is an option for the search of phases. Returns whether it is. */
bool launch_run_phases_take(LaunchPhaseSearch *search, const char *argument);

/* Converts the values of the options to numbers, and sets the defaults. Refuses a wrong value, and any of the options
 * if --sampled was not given. */
bool launch_run_phases_settle(LaunchPhaseSearch *search, bool sampled, GError **error);

/* The parameters of both runs of the program. Some of the tool's options are only for one of the runs. */
typedef struct {
  const LaunchTool *tool;
  char **environment;
  char *const *options;
  unsigned n_options;
  char *const *program; /* the program and its arguments, ended by NULL */
  bool quiet;           /* whether to print nothing about the chosen intervals */
  const LaunchPhaseSearch *search;
} LaunchRunTwice;

/* Returns whether an option of the tool is only for the first run. */
bool launch_run_phases_is_for_first(const char *option);

/* Checks that the options and standard input allow two runs of the program. If not, returns false and sets *error. */
bool launch_run_phases_check(char *const *options, unsigned n_options, GError **error);

/* Runs the program without its output, chooses the intervals that represent its phases, writes them to a file in
 * `folder` for --sample-phases, and prints the choice on standard error. Returns the file's name, which the caller
 * frees. If a signal ended the program, returns NULL and only sets *status to the exit status. On other failures,
 * returns NULL and sets *error. */
char *launch_run_phases(const LaunchRunTwice *run, const char *folder, int *status, GError **error);
