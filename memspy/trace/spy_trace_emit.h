/* spy_trace_emit.h: records a trace: what the drain (spy_drain.h) consumes, in the order in which it consumes it.
 *
 * References become events of sources (spy_trace_source.h), memory's changes become events of their own, and all go
 * through the compressor (trace/trace_compress.h) into the file of --trace-file. What each kind of event means:
 * docs/trace-format.md.
 *
 * A trace is open from the first spy_trace_begin() until spy_trace_finish(). While it is open and not paused,
 * `spy_tracing` is true, and runs of blocks that are collected (--collect-atstart, --toggle-collect) become events. While
 * it is paused, only changes of memory do, without time. Each begin after the first tells where the threads' calls stand
 * by then.
 *
 * Who decides when that happens is called by spy_trace_due(), after so many references as it asked for; it may begin,
 * pause and finish there, between two references, and so exactly.
 *
 * Order: events belong to the processor and thread of the last spy_trace_turn().
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_TRACE_EMIT_H
#define MEMSPY_SPY_TRACE_EMIT_H

#include "memspy/record/spy_queue.h"
#include "memspy/trace/spy_trace_source.h"
#include "trace/trace_compress.h"
#include "trace/trace_loop.h"
#include "trace/trace_turns.h"

/* Whether references become events now; whether there is a trace, paused or not. */
extern Bool spy_tracing;
extern Bool spy_trace_is_open;

/* Whether the drain has to do with traces at all: there is to be one, or nothing is simulated. */
extern Bool spy_trace_drains;

/* After options. */
void spy_trace_start(void);

/* Whether --trace-file was given: blocks translated from then on have what is needed. */
Bool spy_trace_is_wanted(void);

/* Opens the trace, or goes on after a pause. To be called between two references of the drain or between two blocks of
 * the program; in the latter case what is queued is to be drained before. False: the file cannot be written, which has
 * been said; or the trace is finished already. */
Bool spy_trace_begin(void);

/* From now on references are no events. */
void spy_trace_pause(void);

/* Ends the trace, for a reason of bin_format.def: the file gets its name. What is queued is to be drained before. Within a
 * drain the trace is paused at once, and ends with the drain. Without an open trace nothing happens. False: the file could
 * not be written, which has been said. */
Bool spy_trace_finish(const HChar *reason);

/* The trace has been finished: nothing will be traced any more. */
Bool spy_trace_is_finished(void);

/* The process is about to become the program of a path (NULL: unknown): the trace is finished, unless that will fail; and:
 * it is a child after fork, whose trace is none or its own. */
void spy_trace_exec(const HChar *path);
void spy_trace_forked(void);

/* ---- the count of references ---- */

/* References, traced or not, that pass before spy_trace_due() is called. Guarded ones that were not made do not count, nor
 * what is not collected or not wanted (spy_trace_control.h). */
extern ULong spy_trace_left;
#define SPY_TRACE_NEVER (~0ULL)

/* A reference comes, and spy_trace_left is 0: it is to be set anew. */
void spy_trace_due(void);

/* ---- for the drain ---- */

/* What has passed on a processor since its last event. */
typedef struct {
  ULong gap;       /* collected instructions since its last reference or `run` event */
  ULong passed;    /* others since then */
  ThreadId thread; /* whose events they are */
} spy_trace_processor;

/* That of the turn. */
extern spy_trace_processor *spy_trace_now;

extern trace_compressor *spy_trace_compressor;
extern Bool spy_trace_logs;

/* What is drained next is this thread's, on its processor. */
void spy_trace_turn(const spy_queue *queue);

/* Between apart and together the drain goes through several processors' records one after the other, each as far as it can
 * be foreseen, and tells when their events are. Nothing else than runs of blocks, calls and returns is drained there, and
 * no spy_trace_due() may come. */
void spy_trace_apart(void);
void spy_trace_turn_at(const spy_queue *queue, ULong key);
void spy_trace_together(void);

extern trace_turns spy_trace_turns;

/* The turn's events are at a key from now on. */
static inline void spy_trace_at(ULong key) {
  if (spy_trace_turns.compressor) trace_turns_at(&spy_trace_turns, key);
}

/* Writes an event to the log of --trace-log. */
void spy_trace_log(UInt source, ULong value);

/* An event of a kind that is no reference, with its detail, of the processor whose turn it is. */
void spy_trace_tell(trace_kind kind, UInt detail, ULong value);

/* Loops among the words that are drained (spy_trace_loop.h). */
extern trace_loop spy_trace_loop;

/* An event of the processor whose turn it is, with its value from a recorded word; NULL: from none. */
static inline void spy_trace_recorded(UInt source, ULong value, const ULong *word) {
  trace_compressor_event(spy_trace_compressor, source, value);
  trace_loop_event(&spy_trace_loop, spy_trace_compressor->lane, source, value, (const uint64_t *)word);
  if (UNLIKELY(spy_trace_logs)) spy_trace_log(source, value);
}

static inline void spy_trace_event(UInt source, ULong value) { spy_trace_recorded(source, value, NULL); }

/* One reference, made or not, of a wanted run of a block that left at `e`: it becomes an event if it is traced, and is
 * counted. */
void spy_trace_one(const spy_exit *e, const bin_site *site, const ULong *address);

/* All references of a wanted run of a block, of which there are not more than spy_trace_left, and its other
 * instructions. */
void spy_trace_run(const spy_exit *e, const ULong *addresses);

/* The run that spy_trace_one() was called for is over; `last`: where its last reference is. */
void spy_trace_end_run(const spy_exit *e, const ULong *last);

/* A run of a block that is not collected: of it only calls and time become events. */
void spy_trace_skip(const spy_exit *e, const ULong *addresses);

/* An event of the queue (spy_queue.h), after the account was told. `queue` is NULL before there is one. */
void spy_trace_memory(const spy_queue *queue, spy_event event, const ULong *words);

/* Memory was moved (mremap). */
void spy_trace_moved(Addr from, Addr to, SizeT bytes);

/* A thread's calls are at an end: it has exited, or another one with its number begins. */
void spy_trace_thread_ends(const spy_queue *queue);

/* A processor had nothing to do for so many cycles. */
void spy_trace_idle(UInt processor, ULong cycles);

/* The account's counts were set to zero. */
void spy_trace_zero(void);

/* A drain is over: keeps the compressor within its bounds, and ends the trace if that is due. */
void spy_trace_check(void);

#endif
