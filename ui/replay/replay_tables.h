/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_tables.h: makes a bin_table from the tables of a trace. The records have the same numbers as in the trace. */
#pragma once

#include "bins/bin_profile.h"
#include "trace/trace_replay.h"
#include "ui/trace/events_trace_file.h"

/* Makes a table of all records of the trace. Returns NULL and sets *error if a record is duplicated or too large. The
 * caller frees the table with bin_table_free(). */
bin_table *replay_tables_make(const Profile *tables, GError **error);

/* The granularity of places: as in the traced run, one place for each instruction, or one for all instructions of a
 * source line. */
typedef enum {
  REPLAY_INSTRUCTIONS_AS_TRACED,
  REPLAY_INSTRUCTIONS_APART,
  REPLAY_INSTRUCTIONS_TOGETHER
} ReplayInstructions;

/* Returns, for each source, the place to which its references are attributed, and adds missing places to the table.
 * Returns NULL if these are the places of the sources themselves. The caller frees the array. */
uint32_t *replay_tables_places(const EventsTraceFile *file, bin_table *table, ReplayInstructions instructions);

/* Returns the sum of the instructions of all places in the tables of the trace. */
uint64_t replay_tables_instructions(const Profile *tables);

/* After a replay, sets the values that events do not contain: the threads, blocks and bytes of bins, and the
 * instructions of places. If the trace contains only a part of the run, the tables contain more instructions than the
 * trace. In this case, the instructions between two references are attributed to the place of the second reference. */
void replay_tables_finish(const EventsTraceFile *file, trace_replay *replay);

/* Returns the description of the traced run for a profile. options: name, value, ..., ended by NULL. The tables and the
 * caller own the strings. */
bin_profile_info replay_tables_info(const Profile *tables, const char *creator, const char *const *options);
