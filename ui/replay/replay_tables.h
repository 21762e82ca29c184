/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_tables.h: makes a bin_table of the tables of a trace, with the trace's numbers of records. */
#pragma once

#include "bins/bin_profile.h"
#include "trace/trace_replay.h"
#include "ui/trace/events_trace_file.h"

/* Makes a table of all records. Returns NULL and sets *error if a record is duplicated or too large. The caller frees
 * it with bin_table_free(). */
bin_table *replay_tables_make(const Profile *tables, GError **error);

/* The granularity of places: as in the traced run, each instruction, or all instructions of a source line. */
typedef enum {
  REPLAY_INSTRUCTIONS_AS_TRACED,
  REPLAY_INSTRUCTIONS_APART,
  REPLAY_INSTRUCTIONS_TOGETHER
} ReplayInstructions;

/* Returns the place of each source's references; adds missing places to the table. NULL: the places are those of the
 * sources. Owned by the caller. */
uint32_t *replay_tables_places(const EventsTraceFile *file, bin_table *table, ReplayInstructions instructions);

/* Returns the sum of the instructions of all places in the tables. */
uint64_t replay_tables_instructions(const Profile *tables);

/* Sets the figures that events do not contain, after a replay: threads, blocks and bytes of bins, and the
 * instructions of places. If the trace has only a part of the run, the instructions in the tables do not fit; the gap
 * before each reference then counts for the place of the reference. */
void replay_tables_finish(const EventsTraceFile *file, trace_replay *replay);

/* Returns the description of the run of the tables, for a profile. options: name, value, ..., ended by NULL. The tables
 * and the caller own the strings. */
bin_profile_info replay_tables_info(const Profile *tables, const char *creator, const char *const *options);
