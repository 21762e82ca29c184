/* spy_trace_log.h: writes the events of a trace as they are before compression, for tests (--trace-log).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"
#include "trace/trace_format.h"

/* Creates the file. If the file cannot be written, prints a message and returns False. */
Bool spy_trace_log_open(const HChar *name);

/* The first function closes the file if it is open, as spy_file_close() does. The second leaves the file to the parent
 * of this process. */
void spy_trace_log_close(Bool good, const HChar *suffix);
void spy_trace_log_leave(void);

/* Writes the next event. */
void spy_trace_log_event(UInt processor, const trace_source *source, ULong value);

/* Keeps an event of a processor with a key (coherence/coh_order-inl.h). The keys of a processor never decrease.
 * spy_trace_log_write_kept() writes all kept events in the order of their keys. */
void spy_trace_log_keep(ULong key, UInt processor, const trace_source *source, ULong value);
void spy_trace_log_write_kept(void);
