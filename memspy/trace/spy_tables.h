/* spy_tables.h: the text of a profile, and of the tables of a trace, with what both say of the run.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_TABLES_H
#define MEMSPY_SPY_TABLES_H

#include "bins/bin_batches.h"
#include "bins/bin_timeline.h"
#include "bins/bin_writer.h"
#include "memspy/core/spy_valgrind.h"

/* Notes when the program starts; before anything else. */
void spy_tables_start(void);

/* Writes the tables of a profile into `sink`, as docs/trace-format.md has them in a trace. `reason`: why they are
 * written, of bin_format.def. Returns whether the sink took all. */
bool spy_tables_write(const HChar *reason, bin_sink *sink, void *closure);

/* The same of a whole profile (docs/profile-format.md) with a label, "" for none. All that is recorded has been drained
 * and flushed before. */
bool spy_tables_write_profile(const HChar *reason, const HChar *label, const bin_batches *batches,
                              const bin_timeline *timeline, bin_sink *sink, void *closure);

#endif
