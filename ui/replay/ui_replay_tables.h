/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_replay_tables.h: makes a bin_table of the tables of a trace, with the trace's numbers of records. */
#pragma once

#include "bins/bin_profile.h"
#include "trace/trace_replay.h"
#include "ui/trace/ui_trace_file.h"

/* Makes a table of all records. Returns NULL and sets *error if a record is duplicated or too large. The caller frees
 * it with bin_table_free(). */
bin_table *ui_replay_tables_make(const UiProfile *tables, GError **error);

/* The granularity of places: as in the traced run, each instruction, or all instructions of a source line. */
typedef enum { UI_INSTRUCTIONS_AS_TRACED, UI_INSTRUCTIONS_APART, UI_INSTRUCTIONS_TOGETHER } UiInstructions;

/* Returns the place of each source's references; adds missing places to the table. NULL: the places are those of the
 * sources. Owned by the caller. */
uint32_t *ui_replay_tables_places(const UiTraceFile *file, bin_table *table, UiInstructions instructions);

/* Returns the sum of the instructions of all places in the tables. */
uint64_t ui_replay_tables_instructions(const UiProfile *tables);

/* Sets the figures that events do not contain, after a replay: threads, blocks and bytes of bins, and the
 * instructions of places. If the trace has only a part of the run, the instructions in the tables do not fit; the gap
 * before each reference then counts for the place of the reference. */
void ui_replay_tables_finish(const UiTraceFile *file, trace_replay *replay);

/* Returns the description of the run of the tables, for a profile. options: name, value, ..., ended by NULL. The tables
 * and the caller own the strings. */
bin_profile_info ui_replay_tables_info(const UiProfile *tables, const char *creator, const char *const *options);
