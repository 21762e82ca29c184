/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_machine.h: the machine of a replay: that of the run, with the options that the user changes. */
#pragma once

#include <glib.h>

#include "machine/mach_options.h"
#include "ui/trace/events_trace_file.h"

/* A row of a GOptionEntry table for an option of a machine; given[MACH_OPTION_...] stores its value. */
/* clang-format off */
#define REPLAY_MACHINE_OPTION(symbol, name, type, initial, listed, needs, help) \
  {name, 0, 0, MACH_OPTION_##symbol == MACH_OPTION_MACHINE_FILE ? G_OPTION_ARG_FILENAME : G_OPTION_ARG_STRING, \
   &given[MACH_OPTION_##symbol], help, MACH_VALUE_##type},
/* clang-format on */

/* Machine options, as given and as parsed. */
typedef struct {
  mach_options options; /* changes to `base` */
  mach_config base;     /* the machine of the run */
  GPtrArray *arguments; /* the user's options (char *): "--name=value", ended by NULL */
} ReplayMachine;

/* Starts with the user's values given[0 .. MACH_OPTIONS), each of which can be NULL, and the machine of the run of the
 * tables (NULL: the default preset). Returns false and sets *error if the options in the tables are no valid machine.
 * The caller calls replay_machine_free() in any case, and does not move the machine until then. */
bool replay_machine_start(ReplayMachine *machine, char *const *given, const Profile *tables, GError **error);
void replay_machine_free(ReplayMachine *machine);

/* Makes the machine. Returns false and sets *error if a value is invalid. */
bool replay_machine_settle(ReplayMachine *machine, mach_config *config, GError **error);

/* Starts and makes the machine for a trace with tables. Returns false and sets *error if a value is invalid, or the
 * machine has fewer processors than the trace. Prints a warning if the machine has windows (coherence/coh_window.h), and
 * the trace lacks what they need. The caller calls replay_machine_free() in any case. */
bool replay_machine_of(ReplayMachine *machine, char *const *given, const EventsTraceFile *file, mach_config *config,
                       GError **error);

/* Reads a machine file; a mach_file_reader. */
char *replay_machine_read_file(const char *name, const char **wrong);

/* Returns the name of the file with the measurements of this computer; NULL: there is no folder for it. The second
 * function returns NULL also if there is no such file. */
const char *replay_machine_host_name(void);
const char *replay_machine_host_file(void);

/* Adds the measurements in a file to the description of this computer. Returns false and sets *error if the file is
 * wrong, or describes another computer. */
bool replay_machine_measured(mach_config *host, const char *file, GError **error);
