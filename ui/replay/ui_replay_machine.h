/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_replay_machine.h: the machine of a replay: that of the run, with the options that the user changes. */
#pragma once

#include <glib.h>

#include "coherence/coh_options.h"
#include "ui/trace/ui_trace_file.h"

/* A row of a GOptionEntry table for an option of a machine; given[COH_OPTION_...] stores its value. */
/* clang-format off */
#define UI_MACHINE_OPTION(symbol, name, type, initial, listed, needs, help) \
  {name, 0, 0, COH_OPTION_##symbol == COH_OPTION_MACHINE_FILE ? G_OPTION_ARG_FILENAME : G_OPTION_ARG_STRING, \
   &given[COH_OPTION_##symbol], help, COH_VALUE_##type},
/* clang-format on */

/* Machine options, as given and as parsed. */
typedef struct {
  coh_options options;  /* changes to `base` */
  coh_config base;      /* the machine of the run */
  GPtrArray *arguments; /* the user's options (char *): "--name=value", ended by NULL */
} UiReplayMachine;

/* Starts with the user's values given[0 .. COH_OPTIONS), each of which can be NULL, and the machine of the run of the
 * tables (NULL: the default preset). Returns false and sets *error if the options in the tables are no valid machine.
 * The caller calls ui_replay_machine_free() in any case, and does not move the machine until then. */
bool ui_replay_machine_start(UiReplayMachine *machine, char *const *given, const UiProfile *tables, GError **error);
void ui_replay_machine_free(UiReplayMachine *machine);

/* Makes the machine. Returns false and sets *error if a value is invalid. */
bool ui_replay_machine_settle(UiReplayMachine *machine, coh_config *config, GError **error);

/* Starts and makes the machine for a trace with tables. Returns false and sets *error if a value is invalid, or the
 * machine has fewer processors than the trace. The caller calls ui_replay_machine_free() in any case. */
bool ui_replay_machine_of(UiReplayMachine *machine, char *const *given, const UiTraceFile *file, coh_config *config,
                          GError **error);

/* Reads a machine file; a coh_file_reader. */
char *ui_replay_machine_read_file(const char *name, const char **wrong);
