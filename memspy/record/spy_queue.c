/* spy_queue.c: see spy_queue.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/record/spy_queue.h"

#include "memspy/core/spy_core.h"
#include "memspy/setup/spy_options.h"

enum { LEAST_HALF = 128 * 1024, MOST_HALF = 8 * 1024 * 1024 }; /* bytes of a queue's memory */

static spy_queue *queues; /* indexed by thread */
static SizeT shadow_offset;

void spy_queue_layout(SizeT guest_bytes) { shadow_offset = guest_bytes; }

/* A slice's records fit into the first half: they have at most a few more words than the slice has cycles. */
ULong spy_queue_full_bit(void) {
  static ULong half;
  if (half == 0) {
    half = LEAST_HALF;
    while (half < MOST_HALF && half < 10 * spy_options_get()->quantum) half *= 2;
  }
  return half;
}

static ULong *half_of(const spy_queue *q) { return (ULong *)((Addr)q->memory + spy_queue_full_bit()); }

spy_queue *spy_queue_of(ThreadId tid) { return queues ? &queues[tid] : NULL; }

ThreadId spy_queue_thread(const spy_queue *queue) { return (ThreadId)(queue - queues); }

ULong *spy_queue_cursor(ThreadId tid) {
  ULong *cursor;
  VG_(get_shadow_regs_area)(tid, (UChar *)&cursor, 1, SPY_CURSOR_OFFSET, sizeof cursor);
  return cursor;
}

ULong *spy_queue_cursor_in(const void *guest) {
  return *(ULong *const *)((const HChar *)guest + shadow_offset + SPY_CURSOR_OFFSET);
}

static void cursor_set(ThreadId tid, ULong *cursor) {
  VG_(set_shadow_regs_area)(tid, 1, SPY_CURSOR_OFFSET, sizeof cursor, (const UChar *)&cursor);
}

/* ---- use ---- */

void spy_queues_make(void) {
  if (!queues) queues = VG_(calloc)("spy.queues", VG_N_THREADS, sizeof *queues);
}

/* The memory is aligned so that a single bit of an address distinguishes the halves. */
static ULong *make_memory(void) {
  const SizeT bytes = 2 * spy_queue_full_bit();
  const Addr raw = (Addr)spy_core_pages("spy.queue", 2 * bytes);
  const Addr aligned = VG_ROUNDUP(raw, bytes);
  const Addr end = aligned + bytes;
  if (aligned > raw) VG_(am_munmap_valgrind)(raw, aligned - raw);
  if (raw + 2 * bytes > end) VG_(am_munmap_valgrind)(end, raw + 2 * bytes - end);
  return (ULong *)aligned;
}

void spy_queue_start(ThreadId tid, UInt processor, ULong words) {
  spy_queue *q = &queues[tid];
  if (!q->memory) q->memory = make_memory();
  /* a clone has a copy of its parent's shadow area */
  spy_queue_empty(tid, words);
  q->started = True;
  q->inside = q->calls_inside = False;
  q->clocked = 0;
  q->flow.processor = processor;
}

void spy_queue_stop(ThreadId tid) { queues[tid].started = False; }

void spy_queue_empty(ThreadId tid, ULong words) {
  spy_queue *q = &queues[tid];
  const ULong most = (ULong)(half_of(q) - q->memory);
  q->begin = half_of(q) - (words < most ? words : most);
  q->looked = q->begin;
  q->lent = 0;
  q->fillings++;
  cursor_set(tid, q->begin);
  spy_queue_narrow(tid);
}

void spy_queue_reset(ThreadId tid) {
  queues[tid].fillings++;
  cursor_set(tid, queues[tid].begin);
}

void spy_queue_handed_over(spy_queue *queue, ULong *end) {
  queue->begin = end;
  queue->fillings++;
  queue->lent = 0;
}

/* ---- events ---- */

void spy_queue_append(ThreadId tid, spy_event event, ULong a, ULong b, ULong c) {
  const ULong words[SPY_EVENT_WORDS_MOST] = {a, b, c};
  queues[tid].events |= event < SPY_EVENT_RETURN;
  queues[tid].clocked += event == SPY_EVENT_COLLECT || event == SPY_EVENT_STAGE;
  cursor_set(tid, spy_record_write(spy_queue_cursor(tid), event, words));
}

/* The allocation event of a block in a queue. */
typedef struct {
  Addr start;
  ThreadId tid;
  UInt behind; /* number of words from the queue's start to the end of the event */
  ULong filling;
} kept_block;

enum { BLOCKS_KEPT = 512 };
static kept_block kept[BLOCKS_KEPT]; /* indexed by a hash of the blocks' starts */

static UInt place_of(Addr start) { return (start >> 4 ^ start >> 13) % BLOCKS_KEPT; }

void spy_queue_note_block(ThreadId tid, Addr start) {
  const UInt behind = (UInt)(spy_queue_cursor(tid) - queues[tid].begin);
  kept[place_of(start)] = (kept_block){start, tid, behind, queues[tid].fillings};
}

Bool spy_queue_pass_block(ThreadId tid, Addr start) {
  const UInt place = place_of(start);
  if (kept[place].start != start || kept[place].tid != tid || kept[place].filling != queues[tid].fillings) return False;
  const UInt words = spy_event_words(SPY_EVENT_PASSED);
  queues[tid].begin[kept[place].behind - words - 1] = spy_header(SPY_EVENT_PASSED, words);
  kept[place].tid = VG_INVALID_THREADID;
  return True;
}

Bool spy_queue_take_events(spy_queue *queue) {
  const Bool events = queue->events;
  queue->events = False;
  return events;
}

/* ---- room ---- */

/* Moves the records by a number of words, up or down. */
static void move(ThreadId tid, Word words) {
  spy_queue *q = &queues[tid];
  ULong *cursor = spy_queue_cursor(tid);
  VG_(memmove)(q->begin + words, q->begin, (SizeT)((HChar *)cursor - (HChar *)q->begin));
  q->begin += words;
  q->looked += words;
  cursor_set(tid, cursor + words);
}

Bool spy_queue_grow(ThreadId tid, ULong words) {
  spy_queue *q = &queues[tid];
  ULong *cursor = spy_queue_cursor(tid);
  /* The cursor can be slightly after the end of the half. */
  words += (ULong)(cursor - half_of(q));
  if (words > (ULong)(q->begin - q->memory)) return False;
  move(tid, -(Word)words);
  return True;
}

static Bool is_full(const ULong *cursor) { return ((Addr)cursor & spy_queue_full_bit()) != 0; }

Bool spy_queue_is_full(ThreadId tid) { return is_full(spy_queue_cursor(tid)); }

void spy_queue_look(ThreadId tid, const ULong *looked, ULong patience) {
  queues[tid].looked = looked;
  queues[tid].patience = patience;
}

void spy_queue_narrow(ThreadId tid) {
  spy_queue *q = &queues[tid];
  const ULong *cursor = spy_queue_cursor(tid);
  if (q->patience == 0 || is_full(cursor) || (ULong)(half_of(q) - cursor) <= q->patience) return;
  const ULong lent = (ULong)(half_of(q) - cursor) - q->patience;
  move(tid, (Word)lent);
  q->lent += lent;
}

Bool spy_queue_widen(ThreadId tid) {
  spy_queue *q = &queues[tid];
  if (q->lent == 0) return False;
  move(tid, -(Word)q->lent);
  q->lent = 0;
  return !spy_queue_is_full(tid);
}
