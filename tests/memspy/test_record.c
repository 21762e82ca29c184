/* test_record.c: compares the format of records and their queues (memspy/record/spy_record.h, spy_queue.c) with plain
 * lists, with random records of random blocks: the records that the iterator finds, the room that is left, and the
 * records that move.
 *
 *   test_record [--worlds N] [--seed S]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/record/spy_queue.h"

#include "tests/memspy/fake_core.h"
#include "tests/memspy/fake_rooms.h"
#include "tests/memspy/guest.h"
#include "tests/memspy/trial.h"

enum { QUEUES = 3, BLOCKS = 60, STEPS = 300, LINE = 64 };

enum kind {
  RUN,
  EVENT,
  EMPTY,
  GROW,
  LOOK,
  NARROW,
  WIDEN,
  HAND_OVER,
  TAKE_EVENTS,
  RESET,
  START,
  STOP,
  NEW_BLOCK,
  RESERVE,
  GET_BLOCK,
  PASS_BLOCK,
  KINDS
};
static const char *const kinds[KINDS + 1] = {"run",
                                             "event",
                                             "empty",
                                             "grow",
                                             "look",
                                             "narrow",
                                             "widen",
                                             "hand over",
                                             "take events",
                                             "reset",
                                             "start",
                                             "stop",
                                             "new block",
                                             "reserve numbers",
                                             "a heap block comes",
                                             "a heap block goes"};
enum { FULL = KINDS, GROWN, NOT_GROWN, NARROWED, WIDENED, MANY, MANY_EXITS, MEMORY, PASSED, NOT_PASSED, COUNTERS };
static const char *const others[COUNTERS - KINDS + 1] = {"records to a full queue",
                                                         "queues grown",
                                                         "queues that could not grow",
                                                         "queues narrowed",
                                                         "queues widened",
                                                         "runs of more than 14 references",
                                                         "blocks of high numbers",
                                                         "changes of memory",
                                                         "heap blocks that have passed",
                                                         "heap blocks of which the queue knows nothing"};

/* The state that a queue must have. */
typedef struct {
  naive_records records;
  Long room; /* words until it is considered full */
  Long lent;
  ULong patience;
  Long looked; /* words from the queue's start that were searched for receivers */
  Bool started, events, inside;
  UInt processor;
} plain_queue;

static plain_queue queues[QUEUES + 1]; /* by thread, from 1 */
/* Heap blocks of this many addresses: for each, the queue with its last event, and the number of that record. */
enum { ADDRESSES = 8 };
static struct {
  ThreadId tid; /* VG_INVALID_THREADID: no thread has it any more */
  unsigned record;
} heap[ADDRESSES];

static guest_block blocks[BLOCKS];
static unsigned n_blocks;
static dice d;

/* Follows the comments at the events' names. */
static const unsigned words_of[SPY_EVENTS] = {0, 3, 3, 3, 1, 3, 2, 2, 3, 1, 2, 2, 1, 1, 1, 0, 2, 3, 3, 3, 2};
static Bool changes_memory(unsigned event) { return event < SPY_EVENT_RETURN; }

static Long half_words(void) { return (Long)(spy_queue_full_bit() / sizeof(ULong)); }
static Long n_words(const plain_queue *p) { return (Long)naive_records_words(&p->records); }

/* ---- comparing ---- */

static void compare_record(const ULong *at, const naive_record *r) {
  for (unsigned i = 0; i < r->n_words; i++)
    if (at[i] != r->words[i]) trial_fail("word %u of a record is %llx, not %llx", i, at[i], (ULong)r->words[i]);
  if (spy_record_is_event(at) != !r->run) trial_fail("a record is an event: %d", spy_record_is_event(at));
  if (r->run) {
    const spy_exit *e = spy_record_exit(*at);
    if (e->n_references != r->run->n || e->tail != r->run->tail) trial_fail("a record is of another exit");
  } else if (spy_record_event(at) != (spy_event)r->event) {
    trial_fail("a record is event %u, not %u", spy_record_event(at), r->event);
  }
  if (spy_record_changes_memory(at) != (!r->run && changes_memory(r->event)))
    trial_fail("a record changes memory: wrong");
  if (spy_record_words(*at) != r->n_words - 1) trial_fail("a record has %u words", spy_record_words(*at));
}

/* Compares the counts of all runs, or those of the runs before the first event that changes memory. */
static void compare_packed(const plain_queue *p, const ULong *begin, const ULong *end, Bool all) {
  ULong instructions = 0, reads = 0, writes = 0;
  for (unsigned i = 0; i < p->records.n; i++) {
    const naive_run *run = p->records.records[i].run;
    if (!run && !all && changes_memory(p->records.records[i].event)) break;
    if (!run) continue;
    instructions += naive_run_instructions(run);
    for (unsigned k = 0; k < run->n; k++) *(run->references[k].kind == COH_WRITE ? &writes : &reads) += 1;
  }
  const ULong packed = spy_records_packed(begin, end, all);
  if (SPY_PACKED_INSTRUCTIONS(packed) != instructions || SPY_PACKED_READS(packed) != reads ||
      SPY_PACKED_WRITES(packed) != writes)
    trial_fail("records count %llu instructions, %llu reads, %llu writes, not %llu, %llu, %llu",
               SPY_PACKED_INSTRUCTIONS(packed), SPY_PACKED_READS(packed), SPY_PACKED_WRITES(packed), instructions,
               reads, writes);
}

static void compare(ThreadId tid) {
  const plain_queue *p = &queues[tid];
  const spy_queue *q = spy_queue_of(tid);
  if (q->started != p->started) trial_fail("queue %u is started: %d", tid, q->started);
  if (!q->memory) return;
  const ULong *at = q->begin, *const end = spy_queue_cursor(tid);
  for (unsigned i = 0; i < p->records.n; i++) {
    compare_record(at, &p->records.records[i]);
    at = spy_record_next(at);
  }
  if (at != end) trial_fail("queue %u has %lld words, not %lld", tid, (Long)(end - q->begin), n_words(p));
  compare_packed(p, q->begin, end, True);
  compare_packed(p, q->begin, end, False);
  const Long room = (const ULong *)((Addr)q->memory + spy_queue_full_bit()) - end;
  if (room != p->room || (Long)q->lent != p->lent)
    trial_fail("queue %u has room %lld and lent %llu, not %lld and %lld", tid, room, q->lent, p->room, p->lent);
  if (spy_queue_is_full(tid) != (p->room <= 0)) trial_fail("queue %u is full: %d", tid, spy_queue_is_full(tid));
  if (q->looked - q->begin != p->looked)
    trial_fail("queue %u: looked for up to %lld, not %lld", tid, (Long)(q->looked - q->begin), p->looked);
  if (q->begin < q->memory) trial_fail("queue %u begins before its memory", tid);
  if (q->inside != p->inside || q->flow.processor != p->processor) trial_fail("queue %u: its thread is wrong", tid);
  if (spy_queue_thread(q) != tid) trial_fail("queue %u is thread %u's", tid, spy_queue_thread(q));
}

/* The cursor in the guest state, after the guest's own registers. */
static void compare_guest(ThreadId tid) {
  enum { GUEST = 8 }; /* in words */
  ULong *cursor = spy_queue_cursor(tid), guest[GUEST + 2] = {0};
  guest[GUEST + SPY_CURSOR_OFFSET / sizeof(ULong)] = (ULong)cursor;
  spy_queue_layout(GUEST * sizeof(ULong));
  if (spy_queue_cursor_in(guest) != cursor) trial_fail("the cursor in the guest state is another one");
}

/* ---- steps ---- */

static void add(plain_queue *p, const naive_record *r) {
  if (p->room <= 0) trial_note(FULL);
  naive_records_add(&p->records, r);
  p->room -= r->n_words;
}

static void step_run(ThreadId tid, const trial_step *s) {
  const guest_block *b = &blocks[s->a % n_blocks];
  const unsigned exit = s->b % b->n_exits;
  ULong addresses[NAIVE_REFERENCES];
  for (unsigned i = 0; i < b->runs[exit].n; i++) addresses[i] = dice_next(&d);
  const naive_record r = guest_run(b, exit, addresses);
  if (b->runs[exit].n > 14) trial_note(MANY);
  if (spy_block_exits(b->block)[exit] > 4096) trial_note(MANY_EXITS);
  guest_record(tid, &r);
  add(&queues[tid], &r);
}

static void step_event(ThreadId tid, const trial_step *s) {
  const unsigned event = 1 + s->a % (SPY_EVENTS - 1), n = words_of[event];
  const ULong words[3] = {dice_next(&d), dice_next(&d), dice_next(&d)};
  naive_record r = {.event = event, .n_words = 1 + n, .words = {event << 4 | n, words[0], words[1], words[2]}};
  if (spy_event_words(event) != n) trial_fail("event %u has %u words", event, spy_event_words(event));
  spy_queue_append(tid, event, words[0], words[1], words[2]);
  add(&queues[tid], &r);
  queues[tid].events |= changes_memory(event);
  if (changes_memory(event)) trial_note(MEMORY);
}

static ULong heap_address(unsigned number) { return 0x4000 + 16 * (ULong)number; }

static void forget_heap(ThreadId tid) {
  for (unsigned i = 0; i < ADDRESSES; i++)
    if (heap[i].tid == tid) heap[i].tid = VG_INVALID_THREADID;
}

static void step_get_block(ThreadId tid, const trial_step *s) {
  const unsigned number = s->a % ADDRESSES;
  const ULong start = heap_address(number), bytes = s->b, bin = s->c;
  naive_record r = {.event = SPY_EVENT_ALLOCATE,
                    .n_words = 4,
                    .words = {SPY_EVENT_ALLOCATE << 4 | 3, start, bytes, bin}};
  heap[number].tid = tid;
  heap[number].record = queues[tid].records.n;
  spy_queue_append(tid, SPY_EVENT_ALLOCATE, start, bytes, bin);
  spy_queue_note_block(tid, start);
  add(&queues[tid], &r);
  queues[tid].events = True;
}

static void step_pass_block(ThreadId tid, const trial_step *s) {
  const unsigned number = s->a % ADDRESSES;
  const Bool has = heap[number].tid == tid;
  if (spy_queue_pass_block(tid, heap_address(number)) != has) trial_fail("queue %u passes a block: %d", tid, !has);
  trial_note(has ? PASSED : NOT_PASSED);
  if (!has) return;
  naive_record *r = &queues[tid].records.records[heap[number].record];
  r->event = SPY_EVENT_PASSED;
  r->words[0] = SPY_EVENT_PASSED << 4 | 3;
  heap[number].tid = VG_INVALID_THREADID;
}

static void narrow(plain_queue *p) {
  if (p->patience == 0 || p->room <= 0 || p->room <= (Long)p->patience) return;
  p->lent += p->room - (Long)p->patience;
  p->room = (Long)p->patience;
  trial_note(NARROWED);
}

static void clear(plain_queue *p, ULong words) {
  forget_heap((ThreadId)(p - queues));
  p->records.n = 0;
  p->looked = 0;
  p->room = words < (ULong)half_words() ? (Long)words : half_words();
  p->lent = 0;
  narrow(p);
}

static void step_grow(ThreadId tid, ULong words) {
  plain_queue *p = &queues[tid];
  if (p->room > 0 || p->lent != 0) return; /* full queues are drained, and those that lent words have them back */
  const Bool fits = n_words(p) + (Long)words <= half_words();
  if (spy_queue_grow(tid, words) != fits) trial_fail("queue %u grows: %d", tid, !fits);
  if (fits) p->room = (Long)words;
  trial_note(fits ? GROWN : NOT_GROWN);
}

/* Returns a place after some of the records. */
static unsigned some_records(const plain_queue *p, unsigned number) { return number % (p->records.n + 1); }

static const ULong *place_of(ThreadId tid, unsigned record) {
  const ULong *at = spy_queue_of(tid)->begin;
  for (unsigned i = 0; i < record; i++) at += queues[tid].records.records[i].n_words;
  return at;
}

static void step_look(ThreadId tid, const trial_step *s) {
  plain_queue *p = &queues[tid];
  const ULong *looked = place_of(tid, some_records(p, s->a));
  p->looked = looked - spy_queue_of(tid)->begin;
  p->patience = s->c % 3 == 0 ? 0 : s->b;
  spy_queue_look(tid, looked, p->patience);
}

static void step_widen(ThreadId tid) {
  plain_queue *p = &queues[tid];
  const Bool lent = p->lent != 0;
  p->room += p->lent;
  p->lent = 0;
  if (spy_queue_widen(tid) != (lent && p->room > 0)) trial_fail("queue %u gets room back: wrong", tid);
  if (lent) trial_note(WIDENED);
}

static void step_hand_over(ThreadId tid, const trial_step *s) {
  plain_queue *p = &queues[tid];
  const unsigned n = s->b % 3 == 0 ? p->records.n : some_records(p, s->a);
  p->looked -= place_of(tid, n) - spy_queue_of(tid)->begin;
  spy_queue_handed_over(spy_queue_of(tid), (ULong *)place_of(tid, n));
  for (unsigned i = n; i < p->records.n; i++) p->records.records[i - n] = p->records.records[i];
  p->records.n -= n;
  p->lent = 0;
  forget_heap(tid);
}

static void step_start(ThreadId tid, const trial_step *s) {
  plain_queue *p = &queues[tid];
  p->started = True;
  p->inside = False;
  p->processor = s->b % 64;
  spy_queue_of(tid)->inside = True;
  clear(p, s->a);
  spy_queue_start(tid, p->processor, s->a);
}

static void step_new_block(const trial_step *s) {
  static Addr code = 0x1000;
  if (n_blocks == BLOCKS) return;
  const guest_shape shape = guest_shape_make(&d, s->a % NAIVE_REFERENCES, s->b % 4 == 0);
  guest_block_make(&blocks[n_blocks++], &shape, 0, code += 0x100, False);
}

static void step_reserve(void) {
  enum { MANY_NUMBERS = 3000 };
  UInt *numbers = VG_(malloc)("test", MANY_NUMBERS * sizeof *numbers);
  spy_block_reserve(numbers, MANY_NUMBERS);
  VG_(free)(numbers);
}

static void take(ThreadId tid, const trial_step *s) {
  plain_queue *p = &queues[tid];
  switch ((enum kind)s->kind) {
    case RUN: step_run(tid, s); break;
    case EVENT: step_event(tid, s); break;
    case EMPTY:
      clear(p, s->a);
      spy_queue_empty(tid, s->a);
      break;
    case GROW: step_grow(tid, s->a); break;
    case LOOK: step_look(tid, s); break;
    case NARROW:
      narrow(p);
      spy_queue_narrow(tid);
      break;
    case WIDEN: step_widen(tid); break;
    case HAND_OVER: step_hand_over(tid, s); break;
    case TAKE_EVENTS:
      if (spy_queue_take_events(spy_queue_of(tid)) != p->events) trial_fail("queue %u had events: %d", tid, !p->events);
      p->events = False;
      break;
    case RESET:
      p->room += n_words(p);
      p->records.n = 0;
      forget_heap(tid);
      spy_queue_reset(tid);
      break;
    case START: step_start(tid, s); break;
    case STOP:
      p->started = False;
      spy_queue_stop(tid);
      break;
    case NEW_BLOCK: step_new_block(s); break;
    case RESERVE: step_reserve(); break;
    case GET_BLOCK: step_get_block(tid, s); break;
    case PASS_BLOCK: step_pass_block(tid, s); break;
    case KINDS: break;
  }
}

/* A full queue still has room for one block. */
static Bool is_possible(ThreadId tid, const trial_step *s) {
  const Bool records = s->kind == RUN || s->kind == EVENT || s->kind == GET_BLOCK;
  if (s->kind == START || s->kind == NEW_BLOCK || s->kind == RESERVE) return True;
  return queues[tid].started && (!records || queues[tid].room > -SPY_QUEUE_BLOCK_WORDS);
}

/* ---- trials ---- */

static size_t make(uint64_t seed, trial_step *steps) {
  dice chance = {seed};
  const size_t n = dice_between(&chance, 10, STEPS);
  for (size_t i = 0; i < n; i++) {
    static const uint8_t often[] = {RUN,       RUN,        RUN,         RUN,  RUN,   RUN,    RUN,  EVENT, EVENT,
                                    GET_BLOCK, PASS_BLOCK, TAKE_EVENTS, GROW, WIDEN, NARROW, LOOK, START};
    const uint32_t kind = dice_chance(&chance, 85) ? often[dice_below(&chance, sizeof often)]
                                                   : dice_below(&chance, KINDS);
    steps[i] = (trial_step){
        .kind = (uint8_t)((kind == RESERVE || kind == STOP) && dice_chance(&chance, 80) ? RUN : kind),
        .actor = (uint8_t)dice_between(&chance, 1, QUEUES),
        .a = (uint16_t)(dice_chance(&chance, 80) ? dice_below(&chance, 300) : dice_next(&chance)),
        .b = (uint16_t)(dice_chance(&chance, 80) ? dice_below(&chance, 100) : dice_next(&chance)),
        .c = (uint16_t)dice_next(&chance)};
  }
  return n;
}

static void run(uint64_t seed, const trial_step *steps, size_t n) {
  static const UInt quanta[] = {1, 10000, 13107, 13108, 30000, 10000000};
  static const ULong halves[] = {131072, 131072, 131072, 262144, 524288, 8388608};
  d = (dice){seed ^ 0x7265636f7264};
  fake_options.quantum = quanta[seed % 6];
  if (spy_queue_full_bit() != halves[seed % 6]) trial_fail("half a queue has %llu bytes", spy_queue_full_bit());
  guest_account_make();
  for (unsigned i = 0; i < 4; i++) step_new_block(&(trial_step){.a = 20, .b = 1});
  if (spy_queue_of(1)) trial_fail("there is a queue before there are any");
  spy_queues_make();
  spy_queues_make();
  for (ThreadId tid = 1; tid <= QUEUES; tid++) step_start(tid, &(trial_step){.a = (uint16_t)dice_below(&d, 2000)});
  for (size_t i = 0; i < n; i++) {
    if (!is_possible(steps[i].actor, &steps[i])) continue;
    trial_note(steps[i].kind);
    take(steps[i].actor, &steps[i]);
    for (ThreadId tid = 1; tid <= QUEUES; tid++) compare(tid);
    if (queues[steps[i].actor].started) compare_guest(steps[i].actor);
  }
}

int main(int argc, char **argv) {
  return trial_main(&(trial_test){"test_record", 200, "queue", kinds, others, make, STEPS, run}, argc, argv);
}
