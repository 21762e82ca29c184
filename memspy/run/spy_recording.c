/* spy_recording.c: see spy_recording.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/run/spy_recording.h"

#include "memspy/counter/spy_counter.h"
#include "memspy/drain/spy_drain_thread.h"
#include "memspy/drain/spy_event.h"
#include "memspy/drain/spy_fence.h"
#include "memspy/drain/spy_outside.h"
#include "memspy/drain/spy_receivers.h"
#include "memspy/record/spy_queue.h"
#include "memspy/sample/spy_sample.h"
#include "memspy/schedule/spy_schedule.h"
#include "memspy/schedule/spy_slice.h"
#include "memspy/schedule/spy_thread.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_emit.h"
#include "memspy/trace/spy_trace_memory.h"
#include "memspy/trace/spy_trace_scopes.h"

static ThreadId running = VG_INVALID_THREADID;
static UInt n_recording; /* number of threads with a queue in use */
static ULong late_words; /* number of words of threads that have ended, and of full queues, after the end of
                            recording */

static Bool has_queue(ThreadId tid) {
  const spy_queue *q = spy_queue_of(tid);
  return q && q->started;
}

/* Returns whether a thread records. After the end of recording, the records of last blocks are ignored. */
static Bool records(ThreadId tid) { return tid != VG_INVALID_THREADID && has_queue(tid) && !spy_stopped(); }

/* Drains the records up to `end`. The cursor is reset first: the drain can look up symbols, and the code that does this
 * must not see a partly drained queue. */
static void drain_here(ThreadId tid, const ULong *end) {
  spy_queue *q = spy_queue_of(tid);
  const ULong *begin = q->begin;
  spy_sample_recorded(tid, begin, end);
  spy_queue_empty(tid, spy_slice_words(tid));
  spy_drain_thread(q, begin, end);
}

/* Drains the queue of a thread. If there are other threads, does not wait for the thread's turn. */
static void drain_thread(ThreadId tid) {
  if (!records(tid)) return;
  spy_sample_settle(tid);
  spy_receivers_look(tid);
  const spy_queue *q = spy_queue_of(tid);
  const ULong *end = spy_queue_cursor(tid);
  if (spy_schedule_is_merging())
    spy_schedule_drain(tid, end);
  else if (end == q->begin)
    spy_queue_empty(tid, spy_slice_words(tid));
  else
    drain_here(tid, end);
}

/* ---- after recording has ended ---- */

static void note_late(ThreadId tid) {
  late_words += (ULong)(spy_queue_cursor(tid) - spy_queue_of(tid)->begin);
  spy_queue_reset(tid);
}

ULong spy_recording_late_words(void) {
  for (ThreadId tid = 1; tid < VG_N_THREADS; tid++)
    if (has_queue(tid)) note_late(tid);
  return late_words;
}

/* ---- threads ---- */

/* Ends a look, a warm-up or a sample. After a look, or if there is only one thread, first simulates all records.
 * Otherwise, lanes keep their records until their turn, and these records count for the next phase. The function does
 * not simulate the lanes one after the other, because their references would then not contend with each other. */
static void end_stretch(void) {
  if (spy_sample_was_look() || !spy_schedule_is_merging()) spy_recording_finish();
  spy_sample_next();
  spy_sample_grant(running, spy_slice_cycles(running));
}

/* Advances the clock by the instructions that the thread executed. Call it when the only thread continues without
 * recording. */
static void skip_on(void) {
  drain_thread(running);
  spy_sample_grant(running, 0);
}

static void look(void *guest) {
  if (spy_sample_left(running) == (Long)SPY_SAMPLE_RECORDS) {
    spy_recording_full(guest);
    return;
  }
  spy_sample_settle(running);
  if (spy_sample_is_over()) {
    end_stretch();
  } else if (spy_sample_goes_on(running, spy_slice_cycles(running))) {
    if (spy_schedule_is_merging())
      spy_schedule_full_slice(running, guest);
    else
      skip_on();
  } else {
    spy_slice_forget(running);
    drain_thread(running);
    spy_sample_begin(running);
    spy_receivers_resume(running);
  }
}

/* Jumps between recording blocks bypass the core's event counter, so this function must also end slices. */
ULong spy_recording_look(void *guest) {
  enum { LOOKS = 64 };
  static UInt looks;
  if (spy_stopped()) return SPY_RECORDING_LEAVES;
  look(guest);
  if (++looks % LOOKS == 0) spy_end_slice(guest);
  return !spy_sample_records(running) || spy_slice_has_ended(guest) ? SPY_RECORDING_LEAVES : 0;
}

void spy_recording_full(void *guest) {
  if (spy_stopped()) {
    note_late(running);
    return;
  }
  tl_assert(spy_queue_cursor_in(guest) == spy_queue_cursor(running));
  spy_receivers_look(running);
  if (!spy_queue_widen(running)) {
    if (spy_schedule_is_merging())
      spy_schedule_full(running, guest);
    else
      drain_thread(running);
  }
  if (spy_sample_is_over()) end_stretch();
  spy_queue_narrow(running);
}

void spy_recording_turn(Addr at) {
  if (records(running)) spy_schedule_turn(running, at);
}

Bool spy_recording_run(ThreadId tid) {
  if (LIKELY(tid == running && has_queue(tid))) return False;
  if (!spy_queue_of(tid)) {
    spy_queues_make();
    spy_outside_start(spy_options_get()->collect_at_start);
  }
  if (!spy_schedule_is_merging()) drain_thread(running);
  running = tid;
  if (has_queue(tid)) {
    if (!spy_schedule_is_merging()) spy_sample_grant(tid, 0);
    return False;
  }
  const UInt processor = spy_schedule_processor(tid);
  spy_queue_start(tid, processor, spy_slice_words(tid));
  spy_sample_new(tid, spy_slice_cycles(tid));
  spy_trace_calls_begin(spy_queue_of(tid));
  bin_account_thread(spy_account, processor);
  n_recording++;
  return True;
}

void spy_recording_end(ThreadId tid) {
  drain_thread(tid);
  spy_receivers_forget(tid);
  if (!has_queue(tid)) return;
  spy_fence(spy_queue_of(tid)->flow.processor);
  spy_trace_thread_ends(spy_queue_of(tid));
  spy_counter_thread_ends(spy_queue_of(tid));
  if (spy_stopped()) note_late(tid);
  spy_queue_stop(tid);
  n_recording--;
}

/* ---- events ---- */

void spy_recording_event(spy_event event, ULong a, ULong b, ULong c) {
  const ULong words[SPY_EVENT_WORDS_MOST] = {a, b, c};
  if (spy_stopped()) return;
  if (!records(running)) {
    tl_assert(event != SPY_EVENT_STACK);
    spy_event_apply(NULL, event, words);
    return;
  }
  const Bool passes = !spy_sample_records(running) && !spy_schedule_is_merging() && !spy_trace.is_open &&
                      !spy_counter.is_on;
  if (passes && event == SPY_EVENT_RELEASE && spy_queue_pass_block(running, a)) return;
  if (spy_queue_is_full(running) && !spy_queue_widen(running)) drain_thread(running);
  spy_queue_append(running, event, a, b, c);
  if (passes && event == SPY_EVENT_ALLOCATE) spy_queue_note_block(running, a);
}

void spy_recording_interrupt(ThreadId tid) {
  if (records(tid)) spy_queue_append(tid, SPY_EVENT_INTERRUPT, 0, 0, 0);
}

void spy_recording_returned(ThreadId tid) {
  if (!records(tid)) return;
  spy_queue_reset(tid);
  spy_sample_returned(tid);
}

void spy_recording_drain(void) { drain_thread(running); }

void spy_recording_allow(ThreadId tid, ULong processors) {
  spy_schedule_allow(tid, processors);
  if (spy_schedule_is_merging() || spy_stopped()) return;
  spy_recording_drain();
  spy_schedule_go(tid);
}

void spy_recording_finish(void) {
  drain_thread(running);
  spy_schedule_finish();
}

void spy_recording_forget(void) {
  spy_receivers_forget_all();
  /* A child can create threads that get the numbers of threads of its parent. So forget all other threads. */
  for (ThreadId tid = 1; tid < VG_N_THREADS; tid++)
    if (tid != running && has_queue(tid)) spy_queue_stop(tid);
  if (records(running)) spy_queue_empty(running, spy_slice_words(running));
  n_recording = records(running);
}
