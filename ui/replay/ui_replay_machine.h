/* ui_replay_machine.h: the machine that a trace is simulated on: the one of the run, but for what the user asks for.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_REPLAY_MACHINE_H
#define UI_UI_REPLAY_MACHINE_H

#include <glib.h>

#include "coherence/coh_options.h"
#include "ui/trace/ui_trace_file.h"

/* Rows of a GOptionEntry table, one for each option of a machine; given[COH_OPTION_...] is where each value goes. */
/* clang-format off */
#define UI_MACHINE_OPTION(symbol, name, type, initial, listed, needs, help) \
  {name, 0, 0, COH_OPTION_##symbol == COH_OPTION_MACHINE_FILE ? G_OPTION_ARG_FILENAME : G_OPTION_ARG_STRING, \
   &given[COH_OPTION_##symbol], help, COH_VALUE_##type},
/* clang-format on */

/* Machine options, as a user gives them and as they are understood. */
typedef struct {
  coh_options options;  /* over the machine of the run */
  coh_config base;      /* that machine */
  GPtrArray *arguments; /* char *: "--name=value", ended by NULL: what the user gave */
} UiReplayMachine;

/* Starts with given[0 .. COH_OPTIONS), values or NULL, over the machine of the run that the tables are of (NULL: the
 * default preset). Returns false and sets *error when the tables name no machine. The caller ends with
 * ui_replay_machine_free() in any case; the machine may not be moved until then. */
bool ui_replay_machine_start(UiReplayMachine *machine, char *const *given, const UiProfile *tables, GError **error);
void ui_replay_machine_free(UiReplayMachine *machine);

/* Makes the machine. Returns false and sets *error when a value is wrong. */
bool ui_replay_machine_settle(UiReplayMachine *machine, coh_config *config, GError **error);

/* Starts and makes the machine that a trace, which has tables, is replayed on: each of its processors is one of the
 * machine. Returns false and sets *error if one is not, or a value is wrong; ui_replay_machine_free() in any case. */
bool ui_replay_machine_of(UiReplayMachine *machine, char *const *given, const UiTraceFile *file, coh_config *config,
                          GError **error);

/* A coh_file_reader. */
char *ui_replay_machine_read_file(const char *name, const char **wrong);

#endif
