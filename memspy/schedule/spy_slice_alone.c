/* spy_slice_alone.c: see spy_slice_alone.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/schedule/spy_slice_alone.h"

#include "memspy/drain/spy_drain_lanes.h"
#include "memspy/record/spy_lane-inl.h"
#include "memspy/record/spy_lane.h"
#include "memspy/record/spy_queue.h"
#include "memspy/sample/spy_sample.h"
#include "memspy/schedule/spy_next_thread.h"
#include "memspy/schedule/spy_thread-inl.h"
#include "memspy/schedule/spy_wake_ups.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_emit.h"

/* The time of a processor: its clock, and the stalls of its references, in cycles. */
typedef struct {
  ULong now, stalls;
  UInt ticks;
} moment;

/* The part of the running slice that was drained; `words` 0: none. */
static struct {
  ULong words;
  ULong ticks;   /* time of its instructions, without stalls */
  ULong sharing; /* true sharing misses of the processor before it */
  moment start, end;
  UInt processor;
} drained;

static moment moment_of(UInt processor) {
  const coh_processor *const p = &spy_system->processors[processor];
  return (moment){.now = p->now, .ticks = p->ticks, .stalls = p->counts.stall_cycles};
}

static void set_clock(UInt processor, const moment *to) {
  spy_system->processors[processor].now = to->now;
  spy_system->processors[processor].ticks = to->ticks;
}

/* Returns whether another lane, an alarm, or a thread whose spinning a store can end has to be considered. */
static Bool others_matter(UInt processor) {
  if ((spy_lanes.spinning & ~(1ULL << processor)) != 0) return True;
  for (UInt i = 0; i < spy_system->config.processors; i++)
    if (spy_threads.processors[i].alarm != 0 || (i != processor && !spy_lane_is_empty(i))) return True;
  return False;
}

/* On a timed machine, or with instruction caches, the clock advances by other times than those of instructions and
 * stalls. */
static Bool has_plain_clock(void) { return !mach_config_is_timed(&spy_system->config) && !spy_caches; }

Bool spy_slice_alone_is_possible(ThreadId tid) {
  return spy_threads.n_runnable == 1 && spy_threads.of[tid].runnable && spy_options_get()->simulate &&
         spy_options_get()->slack == 0 && !spy_trace.drains && !spy_sample_is_on() && has_plain_clock() &&
         !spy_wake_ups_is_pending() && !others_matter(spy_threads.of[tid].processor);
}

/* Returns the ticks from one moment to a later one, without stalls. */
static ULong ticks_between(const moment *from, const moment *to) {
  const ULong cycles = to->now - from->now - (to->stalls - from->stalls);
  return cycles * MACH_TICKS + to->ticks - from->ticks;
}

ULong spy_slice_alone_drain(ThreadId tid, const ULong *end) {
  spy_queue *const q = spy_queue_of(tid);
  const UInt processor = spy_threads.of[tid].processor;
  if (drained.words == 0) {
    drained.processor = processor;
    drained.start = drained.end = moment_of(processor);
    drained.ticks = 0;
    drained.sharing = spy_system->processors[processor].counts.true_sharing;
  }
  const moment before = drained.end;
  set_clock(processor, &before);
  spy_lane_pass(processor, q, q->begin + drained.words, end);
  spy_lanes_merge(spy_next_thread_key);
  drained.words = (ULong)(end - q->begin);
  drained.end = moment_of(processor);
  drained.ticks += ticks_between(&before, &drained.end);
  return drained.ticks / MACH_TICKS;
}

void spy_slice_alone_goes_on(void) {
  if (drained.words != 0) set_clock(drained.processor, &drained.start);
}

ULong spy_slice_alone_words(void) { return drained.words; }

ULong spy_slice_alone_end(void) {
  const ULong words = drained.words;
  if (words != 0) set_clock(drained.processor, &drained.end);
  drained.words = 0;
  return words;
}

ULong spy_slice_alone_sharing(UInt processor) {
  return drained.words != 0 ? drained.sharing : spy_system->processors[processor].counts.true_sharing;
}
