/* spy_tables.h: writes profiles, and the tables of traces, including the facts about the run that both contain.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_batches.h"
#include "bins/bin_timeline.h"
#include "bins/bin_writer.h"
#include "memspy/core/spy_valgrind.h"

/* Records the start time. Call it before the other functions. */
void spy_tables_start(void);

/* Writes the tables of a profile to `sink`, as they are in a trace (docs/trace-format.md). `reason` is a word of
 * bin_format.def. Returns whether the sink took all bytes. */
bool spy_tables_write(const HChar *reason, bin_sink *sink, void *closure);

/* As spy_tables_write(), but writes a whole profile (docs/profile-format.md) with a label ("" for none). All records
 * must have been drained and flushed. */
bool spy_tables_write_profile(const HChar *reason, const HChar *label, const bin_batches *batches,
                              const bin_timeline *timeline, bin_sink *sink, void *closure);
