/* spy_sample.c: see spy_sample.h.
 *
 * Rules
 *  - A period of P instructions has one sample of L. How far into the period it begins is drawn at random from 0 to P -
 * L, so that no loop of the program goes in step with it. The W instructions before it are its warm-up: fewer where the
 *    program began, or the sample before ended, later.
 *  - Instructions count for the program as a whole, in whichever thread.
 *  - A phase ends where what was recorded is handed over: with a queue, or a slice. What phases are too long is taken
 * from the next that is skipped.
 *  - Only instructions that are collected count for the ratio of the run to its samples.
 *  - Clocks of threads that skip advance by what an instruction took in the samples so far, stalls included.
 *  - Whether a line is there at first that the program used last between samples is not known: caches keep what they
 *    had, and the warm-up replaces it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/sample/spy_sample.h"

#include "memspy/core/spy_platform.h"
#include "memspy/names/spy_code.h"
#include "memspy/record/spy_queue.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"

typedef enum { SKIP, WARM, SAMPLE } phase_kind;

/* Of a thread. */
typedef struct {
  Long given;   /* what it had left when that was set or queued last */
  ULong *skip;  /* the record of what it skipped last; NULL: none */
  UInt stretch; /* whose number it has begun to record in last */
} thread;

/* Fixed-point cycles: of 1024. */
enum { RATE_BITS = 10 };

/* Words of the record of what was skipped. */
enum { SKIP_WORDS = 3 };

Bool spy_sample_on;
static bin_batches *batches;
static thread *threads; /* by number */
static phase_kind phase;
static Long left;          /* instructions of the phase */
static Long debt;          /* instructions by which phases were too long since the last that was skipped */
static UInt stretch = 1;   /* stretches that are recorded, counted from the first */
static ULong executed;     /* instructions, recorded or not */
static ULong offset;       /* of the last sample in its period */
static ULong warmup;       /* of the next one */
static ULong random_state; /* never 0 */
static ULong rate;         /* cycles of an instruction that is skipped, << RATE_BITS */

static const spy_sampling *sampling(void) { return &spy_options_get()->sampling; }

/* ---- what a thread may execute ---- */

Long spy_sample_left(ThreadId tid) {
  Long of;
  VG_(get_shadow_regs_area)(tid, (UChar *)&of, 1, SPY_SAMPLE_OFFSET, sizeof of);
  return of;
}

static void set_left(ThreadId tid, Long of) {
  threads[tid].given = of;
  VG_(set_shadow_regs_area)(tid, 1, SPY_SAMPLE_OFFSET, sizeof of, (const UChar *)&of);
}

Bool spy_sample_records(ThreadId tid) { return !spy_sample_on || (ULong)spy_sample_left(tid) == SPY_SAMPLE_RECORDS; }

/* Of threads that take turns, one has as many instructions as a slice has cycles for. */
static Long most_of(ULong cycles) {
  if (cycles == 0) return left;
  const Long slice = (Long)((cycles << RATE_BITS) / rate) + 1;
  return slice < left ? slice : left;
}

/* Queues instructions that were skipped: with those before, if nothing came between. No block looks whether the queue
 * is full meanwhile, and what asks for the time may do so any number of times. */
static void queue_skip(ThreadId tid, ULong n) {
  thread *t = &threads[tid];
  ULong *const cursor = spy_queue_cursor(tid);
  const ULong header = spy_header(SPY_EVENT_SKIP, spy_event_words(SPY_EVENT_SKIP));
  if (t->skip && t->skip >= spy_queue_of(tid)->begin && t->skip + SKIP_WORDS == cursor && *t->skip == header) {
    t->skip[1] += n;
    t->skip[2] += n * rate >> RATE_BITS;
  } else {
    t->skip = cursor;
    spy_queue_append(tid, SPY_EVENT_SKIP, n, n * rate >> RATE_BITS, 0);
  }
}

void spy_sample_settle(ThreadId tid) {
  if (tid == VG_INVALID_THREADID || spy_sample_records(tid)) return;
  const Long now = spy_sample_left(tid), n = threads[tid].given - now;
  if (n <= 0) return;
  threads[tid].given = now;
  executed += spy_collecting() ? (ULong)n : 0;
  left -= n;
  queue_skip(tid, (ULong)n);
}

void spy_sample_new(ThreadId tid, ULong cycles) {
  if (!spy_sample_on) return;
  set_left(tid, 0); /* nothing of its parent's */
  threads[tid].stretch = 0;
  threads[tid].skip = NULL;
  spy_sample_grant(tid, cycles);
}

void spy_sample_grant(ThreadId tid, ULong cycles) {
  if (!spy_sample_on) return;
  spy_sample_settle(tid);
  if (phase == SKIP)
    set_left(tid, left > 0 ? most_of(cycles) : -1);
  else
    set_left(tid, threads[tid].stretch == stretch && left > 0 ? (Long)SPY_SAMPLE_RECORDS : -1);
}

void spy_sample_returned(ThreadId tid) {
  if (spy_sample_on) set_left(tid, threads[tid].given);
}

/* ---- phases ---- */

/* xorshift64* */
static ULong random_below(ULong n) {
  random_state ^= random_state >> 12;
  random_state ^= random_state << 25;
  random_state ^= random_state >> 27;
  return random_state * 0x2545f4914f6cdd1dULL % n;
}

/* Cycles that instructions have taken in the samples so far. */
static void find_rate(void) {
  ULong instructions = 0, cycles = 0;
  for (UInt i = 0; i < spy_system->config.processors; i++) {
    instructions += bin_account_instructions(spy_account, i);
    cycles += bin_account_cycles(spy_account, i) - bin_account_idle_cycles(spy_account, i);
  }
  rate = instructions != 0 ? (cycles << RATE_BITS) / instructions : (ULong)spy_system->config.cpi << RATE_BITS;
  if (rate == 0) rate = 1;
}

static void skip(void) {
  const ULong room = sampling()->period - sampling()->length, rest = room - offset;
  offset = random_below(room + 1);
  const ULong gap = rest + offset;
  warmup = gap < sampling()->warmup ? gap : sampling()->warmup;
  phase = SKIP;
  left = (Long)(gap - warmup) - debt;
  debt = 0;
  bin_account_weigh_sharing(spy_account, 0);
  find_rate();
}

/* The next phase is recorded. */
static void enter(phase_kind next) {
  debt -= left;
  phase = next;
  left = (Long)(phase == WARM ? warmup : sampling()->length);
  bin_account_weigh_sharing(spy_account, phase == SAMPLE);
}

static void begin_stretch(void) {
  stretch++;
  enter(warmup != 0 ? WARM : SAMPLE);
  if (phase == SAMPLE) bin_batches_drop(batches); /* how long processors were idle meanwhile */
}

void spy_sample_start(void) {
  spy_sample_on = sampling()->period != 0;
  if (!spy_sample_on) return;
  threads = VG_(calloc)("spy.sample", VG_N_THREADS, sizeof *threads);
  batches = bin_batches_new(spy_account);
  random_state = 0x9e3779b97f4a7c15ULL * (sampling()->seed + 1ULL);
  offset = sampling()->period - sampling()->length; /* as if a period ended here */
  skip();
}

Bool spy_sample_goes_on(ThreadId tid, ULong cycles) {
  if (phase == SKIP && left <= 0) begin_stretch();
  if (phase != SKIP) return False;
  set_left(tid, most_of(cycles));
  return True;
}

/* A thread's calls from its stack, outermost first. */
static void find_calls(ThreadId tid) {
  enum { CALLS_MOST = 500 };
  static Addr code[CALLS_MOST], stack[CALLS_MOST];
  bin_flow *flow = &spy_queue_of(tid)->flow;
  bin_flow_stack(flow, flow->low, flow->high);
  for (UInt i = VG_(get_StackTrace)(tid, code, CALLS_MOST, stack, NULL, 0); i-- > 1;) {
    spy_place_begin();
    const UInt segment = bin_table_get_place(spy_table, spy_place_of(code[i], 1))->segment;
    bin_flow_call(flow, stack[i] - SPY_RETURN_ADDRESS_BYTES, segment);
  }
}

void spy_sample_begin(ThreadId tid) {
  if (threads[tid].stretch != stretch) find_calls(tid);
  threads[tid].stretch = stretch;
  set_left(tid, (Long)SPY_SAMPLE_RECORDS);
}

Bool spy_sample_is_over(void) { return spy_sample_on && phase != SKIP && left <= 0; }

void spy_sample_recorded(ThreadId tid, const ULong *at, const ULong *end) {
  if (!spy_sample_on) return;
  const ULong n = SPY_PACKED_INSTRUCTIONS(spy_records_packed(at, end, True));
  executed += spy_collecting() ? n : 0;
  left -= (Long)n;
  if (spy_sample_is_over()) set_left(tid, -1);
}

void spy_sample_next(void) {
  if (phase == WARM) {
    bin_batches_drop(batches);
    enter(SAMPLE);
  } else {
    bin_batches_keep(batches);
    debt -= left;
    skip();
  }
}

/* ---- results ---- */

void spy_sample_settle_counts(void) {
  if (!spy_sample_on) return;
  if (phase == SAMPLE)
    bin_batches_keep(batches);
  else
    bin_batches_drop(batches);
  bin_batches_executed(batches, executed);
}

const bin_batches *spy_sample_batches(void) { return batches; }

void spy_sample_zero(void) {
  if (!spy_sample_on) return;
  bin_batches_free(batches);
  batches = bin_batches_new(spy_account);
  executed = 0;
}
