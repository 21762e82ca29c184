/* ui_replay_tables.h: the tables of a trace as a bin_table, with the numbers that they have in the trace.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_REPLAY_TABLES_H
#define UI_UI_REPLAY_TABLES_H

#include "bins/bin_profile.h"
#include "trace/trace_replay.h"
#include "ui/trace/ui_trace_file.h"

/* Makes a table of all records. Returns NULL and sets *error when a record is there twice. The caller frees it with
 * bin_table_free(). */
bin_table *ui_replay_tables_make(const UiProfile *tables, GError **error);

/* Which instructions are places of their own. */
typedef enum { UI_INSTRUCTIONS_AS_TRACED, UI_INSTRUCTIONS_APART, UI_INSTRUCTIONS_TOGETHER } UiInstructions;

/* The place of each source's references, which is made if need be. Owned by the caller; NULL: as the sources say. */
uint32_t *ui_replay_tables_places(const UiTraceFile *file, bin_table *table, UiInstructions instructions);

/* Instructions of all places of the tables. */
uint64_t ui_replay_tables_instructions(const UiProfile *tables);

/* Sets, after a replay, what is in no event: threads, blocks and bytes of bins ever, and the instructions of places. If
 * the tables have other instructions than the events (those of a whole run of which a part is in the trace), these are
 * counted at the places of the references that they come before. */
void ui_replay_tables_finish(const UiTraceFile *file, trace_replay *replay);

/* What a profile says of the run that the tables are of. options: name, value, ..., ended by NULL. Strings belong to
 * the tables and the caller. */
bin_profile_info ui_replay_tables_info(const UiProfile *tables, const char *creator, const char *const *options);

#endif
