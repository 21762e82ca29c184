/* spy_slice.c: see spy_slice.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/schedule/spy_slice.h"

#include "memspy/core/spy_core.h"
#include "memspy/record/spy_lane.h"
#include "memspy/record/spy_queue.h"
#include "memspy/sample/spy_sample.h"
#include "memspy/schedule/spy_slice_alone.h"
#include "memspy/schedule/spy_thread-inl.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_emit.h"

/* The ratio of the longest slice to the shortest slice. */
enum { SHORT_SLICE = 128 };

/* The state of a thread. */
typedef struct {
  ULong words, cycles; /* words and cycles of the last slice, which give the words per cycle */
  ULong load;          /* number of the last load of a lane by this thread */
} slice;

static slice *slices; /* indexed by thread */
static ULong loads;

static slice *slice_of(ThreadId tid) {
  if (!slices) slices = VG_(calloc)("spy.slices", VG_N_THREADS, sizeof *slices);
  return &slices[tid];
}

static ULong quantum_of(UInt processor) {
  const ULong quantum = spy_threads.processors[processor].quantum;
  return spy_sample_slice(quantum != 0 ? quantum : spy_options_get()->quantum, spy_threads.n);
}

static ULong words_of_slice(ThreadId tid) {
  if (!spy_threads.merging) return SPY_QUEUE_ALONE_WORDS;
  const ULong quantum = quantum_of(spy_threads.of[tid].processor);
  const slice *s = slice_of(tid);
  return s->cycles != 0 ? quantum * s->words / s->cycles : quantum * 3 / 4;
}

ULong spy_slice_words(ThreadId tid) {
  const ULong words = spy_sample_words(words_of_slice(tid), NULL, NULL);
  return words > 0 ? words : 1;
}

void spy_slice_forget(ThreadId tid) {
  slice *s = slice_of(tid);
  s->words = 1;
  s->cycles = mach_cycles(&spy_system->config, (ULong)spy_core_longest_block());
}

ULong spy_slice_cycles(ThreadId tid) {
  return spy_threads.merging ? SPY_SAMPLE_SLICE * quantum_of(spy_threads.of[tid].processor) : 0;
}

/* Threads that communicate get short slices: a slice is lookahead, during which a thread can read a value before
 * another thread has stored it. Other threads get long slices, since passing the lock takes as long as thousands of
 * cycles. */
static void choose_quantum(UInt number) {
  spy_processor *p = &spy_threads.processors[number];
  const ULong longest = spy_options_get()->quantum;
  const ULong heard = spy_slice_alone_sharing(number) + spy_lane_news(number);
  const Bool communicates = spy_lane_ended_waits(number) || heard != p->heard;
  const ULong quantum = communicates ? longest / SHORT_SLICE : p->quantum != 0 ? 2 * p->quantum : longest;
  p->quantum = quantum < 1 ? 1 : quantum < longest ? quantum : longest;
  p->heard = heard;
}

/* Loads the records of a thread into the lane of its processor. Those that were not drained (spy_slice_alone.h) take
 * `cycles` cycles. */
static void load_counted(ThreadId tid, ULong *end, ULong cycles) {
  spy_queue *q = spy_queue_of(tid);
  const UInt number = spy_threads.of[tid].processor;
  if (end == q->begin) return;
  if (spy_lane_is_empty(number)) {
    if (!spy_sample_is_on() || spy_records_packed(q->begin, end, True) != 0) choose_quantum(number);
    const ULong done = spy_slice_alone_end();
    const Bool events = spy_queue_take_events(q) && q->begin + done != end;
    spy_lane_load(number, q, q->begin, end, cycles, events, spy_trace.drains);
    spy_lane_skip(number, done);
    slice_of(tid)->load = ++loads;
  } else {
    spy_lane_extend(number, end);
  }
  spy_sample_recorded(tid, q->begin, end);
  spy_queue_handed_over(q, end);
}

/* Returns the cycles of the records up to `end` that were not drained, or 0 if no other thread depends on them. */
static ULong cycles_left(ThreadId tid, const ULong *end) {
  if (spy_slice_alone_is_possible(tid)) return 0;
  return spy_recorded_cycles(spy_queue_of(tid)->begin + spy_slice_alone_words(), end);
}

void spy_slice_load(ThreadId tid, ULong *end) { load_counted(tid, end, cycles_left(tid, end)); }

/* Returns the cycles of the instructions that the thread has recorded up to `end`. */
static ULong cycles_until(ThreadId tid, const ULong *end) {
  return spy_slice_alone_is_possible(tid) ? spy_slice_alone_drain(tid, end)
                                          : spy_recorded_cycles(spy_queue_of(tid)->begin, end);
}

/* Returns the number of words for the rest of a slice of `quantum` cycles. Returns 0 for a small rest, because making
 * room for it would take longer than it saves. */
static ULong words_left(const slice *s, ULong quantum) {
  return s->cycles + quantum / 8 < quantum ? (quantum - s->cycles) * s->words / (s->cycles + 1) + 1 : 0;
}

Bool spy_slice_goes_on(ThreadId tid) {
  const spy_queue *q = spy_queue_of(tid);
  ULong *cursor = spy_queue_cursor(tid);
  const UInt processor = spy_threads.of[tid].processor;
  const ULong quantum = quantum_of(processor);
  slice *s = slice_of(tid);
  if (spy_lane_is_empty(processor)) {
    s->words = (ULong)(cursor - q->begin);
    s->cycles = cycles_until(tid, cursor);
    const ULong more = spy_sample_words(words_left(s, quantum), q->begin, cursor);
    if (more > 0 && spy_queue_grow(tid, more)) {
      spy_slice_alone_goes_on();
      return True;
    }
  }
  load_counted(tid, cursor, spy_slice_alone_words() == 0 ? s->cycles : cycles_left(tid, cursor));
  return False;
}

ULong spy_slice_loads(void) { return loads; }

Bool spy_slice_may_hold(ULong since) {
  for (ThreadId tid = 1; tid <= spy_threads.most; tid++) {
    const spy_thread *t = &spy_threads.of[tid];
    if (t->alive && !spy_lane_is_empty(t->processor) && slice_of(tid)->load <= since) return True;
  }
  return False;
}
