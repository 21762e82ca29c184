/* spy_trace_log.h: the events of a trace as the tool saw them, before they are compressed: --trace-log, for tests.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_TRACE_LOG_H
#define MEMSPY_SPY_TRACE_LOG_H

#include "memspy/core/spy_valgrind.h"
#include "trace/trace_format.h"

/* Opens the file; False: it cannot be written, and a message says so. */
Bool spy_trace_log_open(const HChar *name);

/* Ends the file, if one is open: as spy_file_close() does. Or leaves it to the parent of this process. */
void spy_trace_log_close(Bool good, const HChar *suffix);
void spy_trace_log_leave(void);

/* The next event. */
void spy_trace_log_event(UInt processor, const trace_source *source, ULong value);

/* An event of a processor at a key (coherence/coh_order-inl.h), which never falls for one processor; all of them are
 * written in the order of the keys. */
void spy_trace_log_keep(ULong key, UInt processor, const trace_source *source, ULong value);
void spy_trace_log_write_kept(void);

#endif
