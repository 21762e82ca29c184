/* spy_queue.c: see spy_queue.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/record/spy_queue.h"

#include "memspy/drain/spy_drain_alone.h"
#include "memspy/drain/spy_receivers.h"
#include "memspy/memory/spy_memory.h"
#include "memspy/names/spy_code.h"
#include "memspy/run/spy_stop.h"
#include "memspy/schedule/spy_schedule.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_control.h"
#include "memspy/trace/spy_trace_emit.h"

enum { LEAST_HALF = 128 * 1024, MOST_HALF = 8 * 1024 * 1024 }; /* bytes of a queue's memory */

Bool spy_collecting_now;

static spy_queue *queues; /* by thread */
static ThreadId running = VG_INVALID_THREADID;
static SizeT shadow_offset;

/* ---- events ---- */

static const UInt event_words[SPY_EVENTS] = {[SPY_EVENT_ALLOCATE] = 3, [SPY_EVENT_RELEASE] = 1,
                                             [SPY_EVENT_MAP] = 3,      [SPY_EVENT_MAP_LAZY] = 2,
                                             [SPY_EVENT_UNMAP] = 2,    [SPY_EVENT_NAME] = 3,
                                             [SPY_EVENT_UNNAME] = 1,   [SPY_EVENT_UNNAME_ALL] = 2,
                                             [SPY_EVENT_STACK] = 2,    [SPY_EVENT_COLLECT] = 1,
                                             [SPY_EVENT_TRACE] = 1,
                                             [SPY_EVENT_RETURN] = 1,   [SPY_EVENT_RECEIVER] = 3,
                                             [SPY_EVENT_RECEIVER_FRAME] = 3};

UInt spy_event_words(UInt event) { return event_words[event]; }

static void add_receiver(bin_id bin, Addr target, UInt call) {
  bin_receiver receiver = {.call = call};
  if (!bin_account_locate(spy_account, target, &receiver.target, &receiver.offset)) return;
  if (receiver.target != spy_heap_bin()) bin_table_add_receiver(spy_table, bin, &receiver);
}

static void add_receiver_in_frame(bin_id bin, ULong frame, UInt call) {
  const bin_receiver receiver = {.target = bin_table_stack(spy_table, (UInt)(frame >> 32)), .offset = (UInt)frame, .call = call};
  bin_table_add_receiver(spy_table, bin, &receiver);
}

static void apply(spy_queue *q, spy_event event, const ULong *w) {
  switch (event) {
    case SPY_EVENT_ALLOCATE: bin_account_allocate(spy_account, w[0], w[1], (bin_id)w[2]); break;
    case SPY_EVENT_RELEASE: bin_account_release(spy_account, w[0]); break;
    case SPY_EVENT_MAP: bin_account_map(spy_account, w[0], w[1], (bin_id)w[2]); break;
    case SPY_EVENT_MAP_LAZY: bin_account_map_lazy(spy_account, w[0], w[1]); break;
    case SPY_EVENT_UNMAP: bin_account_unmap(spy_account, w[0], w[1]); break;
    case SPY_EVENT_NAME: bin_account_name(spy_account, w[0], w[1], (bin_id)w[2]); break;
    case SPY_EVENT_UNNAME: bin_account_unname(spy_account, w[0]); break;
    case SPY_EVENT_UNNAME_ALL: bin_account_unname_all(spy_account, w[0], w[1]); break;
    case SPY_EVENT_STACK:
      bin_flow_stack(&q->flow, w[0], w[1]);
      bin_account_map_stack(spy_account, &q->flow);
      break;
    case SPY_EVENT_RETURN: bin_flow_return(&q->flow, w[0]); break;
    case SPY_EVENT_RECEIVER: add_receiver((bin_id)w[0], w[1], (UInt)w[2]); break;
    case SPY_EVENT_RECEIVER_FRAME: add_receiver_in_frame((bin_id)w[0], w[1], (UInt)w[2]); break;
    case SPY_EVENT_COLLECT: spy_collecting_now = w[0] != 0; break;
    case SPY_EVENT_TRACE: spy_control_switch(w[0] != 0); break;
    default: tl_assert(0);
  }
  if (UNLIKELY(spy_trace_is_open)) spy_trace_memory(q, event, w);
}

const ULong *spy_event_apply(spy_queue *queue, const ULong *at) {
  const UInt event = spy_header_number(*at++);
  apply(queue, (spy_event)event, at);
  return at + event_words[event];
}

/* ---- memory and cursor ---- */

void spy_queue_layout(SizeT guest_bytes) { shadow_offset = guest_bytes; }

/* A slice's records fit the first half: there is hardly more than a word for each cycle. */
ULong spy_queue_full_bit(void) {
  static ULong half;
  if (half == 0) {
    half = LEAST_HALF;
    while (half < MOST_HALF && half < 10 * spy_options_get()->quantum) half *= 2;
  }
  return half;
}

static ULong *half_of(const spy_queue *q) { return (ULong *)((Addr)q->memory + spy_queue_full_bit()); }

ULong *spy_queue_cursor(ThreadId tid) {
  ULong *cursor;
  VG_(get_shadow_regs_area)(tid, (UChar *)&cursor, 1, SPY_CURSOR_OFFSET, sizeof cursor);
  return cursor;
}

static void cursor_set(ThreadId tid, ULong *cursor) {
  VG_(set_shadow_regs_area)(tid, 1, SPY_CURSOR_OFFSET, sizeof cursor, (const UChar *)&cursor);
}

/* Memory for a queue whose halves the bits of an address tell apart. */
static ULong *new_memory(void) {
  const SizeT bytes = 2 * spy_queue_full_bit();
  const Addr raw = (Addr)VG_(am_shadow_alloc)(2 * bytes);
  if (raw == 0) VG_(out_of_memory_NORETURN)("spy.queue", 2 * bytes);
  const Addr aligned = VG_ROUNDUP(raw, bytes);
  const Addr end = aligned + bytes;
  if (aligned > raw) VG_(am_munmap_valgrind)(raw, aligned - raw);
  if (raw + 2 * bytes > end) VG_(am_munmap_valgrind)(end, raw + 2 * bytes - end);
  return (ULong *)aligned;
}

spy_queue *spy_queue_of(ThreadId tid) { return queues ? &queues[tid] : NULL; }

ThreadId spy_queue_thread(const spy_queue *queue) { return (ThreadId)(queue - queues); }

void spy_queue_empty(ThreadId tid, ULong words) {
  spy_queue *q = &queues[tid];
  const ULong most = (ULong)(half_of(q) - q->memory);
  q->begin = half_of(q) - (words < most ? words : most);
  q->lent = 0;
  cursor_set(tid, q->begin);
  spy_receivers_emptied(tid, q->begin);
  if (spy_receivers_patience(tid) != 0) spy_queue_narrow(tid, spy_receivers_patience(tid));
}

/* Moves what was recorded by so many words, up or down. */
static void move(ThreadId tid, Word words) {
  spy_queue *q = &queues[tid];
  ULong *cursor = spy_queue_cursor(tid);
  VG_(memmove)(q->begin + words, q->begin, (SizeT)((HChar *)cursor - (HChar *)q->begin));
  q->begin += words;
  cursor_set(tid, cursor + words);
  spy_receivers_moved(tid, words);
}

Bool spy_queue_grow(ThreadId tid, ULong words) {
  spy_queue *q = &queues[tid];
  ULong *cursor = spy_queue_cursor(tid);
  /* The cursor may stand a little beyond the half. */
  words += (ULong)(cursor - half_of(q));
  if (words > (ULong)(q->begin - q->memory)) return False;
  move(tid, -(Word)words);
  return True;
}

static Bool is_full(const ULong *cursor) { return ((Addr)cursor & spy_queue_full_bit()) != 0; }

void spy_queue_narrow(ThreadId tid, ULong words) {
  spy_queue *q = &queues[tid];
  const ULong *cursor = spy_queue_cursor(tid);
  if (is_full(cursor) || (ULong)(half_of(q) - cursor) <= words) return;
  const ULong lent = (ULong)(half_of(q) - cursor) - words;
  move(tid, (Word)lent);
  q->lent += lent;
}

/* The queue gets the room back that it lent. Whether it has some then. */
static Bool widen(ThreadId tid) {
  spy_queue *q = &queues[tid];
  move(tid, -(Word)q->lent);
  q->lent = 0;
  return !is_full(spy_queue_cursor(tid));
}

/* ---- threads ---- */

static void start(ThreadId tid) {
  spy_queue *q = &queues[tid];
  if (!q->memory) q->memory = new_memory();
  /* clone copied its parent's shadow area */
  spy_queue_empty(tid, spy_schedule_words(q));
  q->started = True;
  q->inside = q->untold = False;
  q->flow.processor = spy_schedule_processor(tid);
  bin_account_thread(spy_account, q->flow.processor);
  spy_memory_stack(tid);
}

/* What the last blocks have recorded when recording has ended is left where it is. */
static Bool is_started(ThreadId tid) {
  return tid != VG_INVALID_THREADID && queues && queues[tid].started && !spy_stopped();
}

/* Drains what a thread has queued: before others' turn, if there are others. The cursor is reset first: what is drained
 * may ask for symbols, and nothing of that may see a queue half drained. */
static void drain_thread(ThreadId tid) {
  if (!is_started(tid)) return;
  spy_receivers_look(tid);
  spy_queue *q = &queues[tid];
  const ULong *begin = q->begin, *end = spy_queue_cursor(tid);
  if (spy_schedule_is_merging()) {
    spy_schedule_drain(tid, end);
  } else {
    spy_queue_empty(tid, SPY_QUEUE_ALONE_WORDS);
    spy_drain_alone(q, begin, end);
  }
}

static ULong late_words; /* of threads that have ended, and of full queues */

static void note_late(ThreadId tid) {
  late_words += (ULong)(spy_queue_cursor(tid) - queues[tid].begin);
  cursor_set(tid, queues[tid].begin);
}

ULong spy_queues_late_words(void) {
  for (ThreadId tid = 1; queues && tid < VG_N_THREADS; tid++)
    if (queues[tid].started) note_late(tid);
  return late_words;
}

void spy_queue_full(void *guest) {
  if (spy_stopped()) {
    note_late(running);
    return;
  }
  tl_assert(*(ULong **)((HChar *)guest + shadow_offset + SPY_CURSOR_OFFSET) == spy_queue_cursor(running));
  spy_receivers_look(running);
  if (queues[running].lent == 0 || !widen(running)) {
    if (spy_schedule_is_merging())
      spy_schedule_full(running, guest);
    else
      drain_thread(running);
  }
  if (spy_receivers_patience(running) != 0) spy_queue_narrow(running, spy_receivers_patience(running));
}

void spy_queue_run(ThreadId tid) {
  if (LIKELY(tid == running && queues[tid].started)) return;
  if (!queues) {
    queues = VG_(calloc)("spy.queues", VG_N_THREADS, sizeof *queues);
    spy_collecting_now = spy_options_get()->collect_at_start;
  }
  if (!spy_schedule_is_merging()) drain_thread(running);
  running = tid;
  if (!queues[tid].started) start(tid);
}

void spy_queue_end(ThreadId tid) {
  drain_thread(tid);
  spy_receivers_forget(tid);
  if (!queues) return;
  if (queues[tid].started) spy_trace_thread_ends(&queues[tid]);
  if (spy_stopped() && queues[tid].started) note_late(tid);
  queues[tid].started = False;
}

void spy_queue_event(spy_event event, ULong a, ULong b, ULong c) {
  const ULong words[3] = {a, b, c};
  if (spy_stopped()) return;
  if (!is_started(running)) {
    tl_assert(event != SPY_EVENT_STACK);
    apply(NULL, event, words);
    return;
  }
  if (is_full(spy_queue_cursor(running)) && (queues[running].lent == 0 || !widen(running))) drain_thread(running);
  queues[running].events = True;
  spy_queue_append(running, event, a, b, c);
}

void spy_queue_append(ThreadId tid, spy_event event, ULong a, ULong b, ULong c) {
  const ULong words[3] = {a, b, c};
  ULong *cursor = spy_queue_cursor(tid);
  *cursor++ = spy_header(event, event_words[event]);
  for (UInt i = 0; i < event_words[event]; i++) *cursor++ = words[i];
  cursor_set(tid, cursor);
}

void spy_queue_returned(ThreadId tid) {
  if (is_started(tid)) cursor_set(tid, queues[tid].begin);
}

void spy_queues_drain(void) { drain_thread(running); }

void spy_queues_finish(void) {
  drain_thread(running);
  spy_schedule_finish();
}

void spy_queues_forget(void) {
  spy_receivers_forget_all();
  if (is_started(running)) spy_queue_empty(running, SPY_QUEUE_ALONE_WORDS);
}
