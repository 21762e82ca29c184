/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_machine.h: makes the machine of a replay. It is the machine of the traced run, with the options that the user
 * changes. */
#pragma once

#include <glib.h>

#include "machine/mach_options.h"
#include "ui/trace/events_trace_file.h"

/* A row of a GOptionEntry table for an option of a machine. The value is stored in given[MACH_OPTION_...]. */
/* clang-format off */
#define REPLAY_MACHINE_OPTION(symbol, name, type, initial, listed, needs, help) \
  {name, 0, 0, MACH_OPTION_##symbol == MACH_OPTION_MACHINE_FILE ? G_OPTION_ARG_FILENAME : G_OPTION_ARG_STRING, \
   &given[MACH_OPTION_##symbol], help, MACH_VALUE_##type},
/* clang-format on */

/* The options of a machine, as texts and as parsed values. */
typedef struct {
  mach_options options; /* the options that change `base` */
  mach_config base;     /* the machine of the traced run */
  GPtrArray *arguments; /* texts "--name=value" (char *) of the user's options, ended by NULL */
} ReplayMachine;

/* Starts with the user's values and the machine of the traced run. given: the values of options 0 to MACH_OPTIONS - 1;
 * NULL: not given. tables: describe the traced run; NULL: the default preset is used instead. Returns false and sets
 * *error if the options in the tables do not describe a valid machine. In any case, the caller calls
 * replay_machine_free(), and does not move the struct until then. */
bool replay_machine_start(ReplayMachine *machine, char *const *given, const Profile *tables, GError **error);
void replay_machine_free(ReplayMachine *machine);

/* Makes the machine. Returns false and sets *error if a value is invalid. */
bool replay_machine_settle(ReplayMachine *machine, mach_config *config, GError **error);

/* Starts and makes the machine for a trace with tables. Returns false and sets *error if a value is invalid, or if the
 * machine has fewer processors than the trace. Prints a warning if the machine has windows (coherence/coh_window.h) and
 * the trace lacks the data that windows need. In any case, the caller calls replay_machine_free(). */
bool replay_machine_of(ReplayMachine *machine, char *const *given, const EventsTraceFile *file, mach_config *config,
                       GError **error);

/* Reads a machine file. This is a mach_file_reader. */
char *replay_machine_read_file(const char *name, const char **wrong);

/* The next two functions return the name of the file with the measurements of this computer, or NULL if there is no
 * folder for the file. The second function also returns NULL if the file does not exist. */
const char *replay_machine_host_name(void);
const char *replay_machine_host_file(void);

/* Sets *machine to the machine of a computer with this description. `file`: the file with its measurements; NULL: there
 * is none. `blocking`: its processors are blocking, whatever the file says. Returns false and sets *error if the
 * file is invalid, or if it describes another computer. */
bool replay_machine_of_host(const mach_config *described, const char *file, bool blocking, mach_config *machine,
                            GError **error);
