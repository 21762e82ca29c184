/* spy_sample.c: see spy_sample.h.
 *
 * Rules
 *  - A sample's warm-up is shorter than planned where the program began, or the sample before ended, later.
 *  - An interval of a phase ends where its file says, give or take a block, however late it began: its weight is that
 * of each of its instructions, so one that is always too long would be too heavy.
 *  - Between samples the program records for a moment where that tells what holds the address of a new block; nothing
 * of it counts.
 *  - Instructions count for the program as a whole, in whichever thread.
 *  - A phase ends where what was recorded is handed over: with a queue, or a slice. Towards its end these get as short
 *    as if each word stood for a whole block, so it is too long by a block at most, whatever is executed: samples that
 *    are longer in code of few references give that code too much of the estimate. What phases are too long is taken
 *    from the next that is skipped.
 *  - Only instructions that are collected count for the ratio of the run to its samples.
 *  - Clocks of threads that skip advance by what an instruction took in the samples so far, stalls included.
 *  - Whether a line is there at first that the program used last between samples is not known: caches keep what they
 *    had, and the warm-up replaces it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/sample/spy_sample.h"

#include "bins/bin_format.h"
#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"
#include "memspy/names/spy_code.h"
#include "memspy/phases/spy_vectors.h"
#include "memspy/record/spy_block.h"
#include "memspy/record/spy_lane.h"
#include "memspy/record/spy_queue.h"
#include "memspy/sample/spy_plan.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"

typedef enum { SKIP, LOOK, WARM, SAMPLE } phase_kind;

/* Of a thread. */
typedef struct {
  Long given;   /* what it had left when that was set or queued last */
  ULong *skip;  /* the record of what it skipped last; NULL: none */
  UInt stretch; /* whose number it has begun to record in last */
} thread;

/* Fixed-point cycles: of 1024. */
enum { RATE_BITS = 10 };

/* Instructions that are recorded for a look; there is none where fewer than so many times that would be skipped. */
enum { LOOK_LENGTH = 2000, LOOK_ROOM = 4 };

/* Words of the record of what was skipped. */
enum { SKIP_WORDS = 3 };

/* Slices that each thread has in a sample at least, if all record. */
enum { SLICES_EACH = 4 };

Bool spy_sample_on;
static bin_batches *batches;
static thread *threads; /* by number */
static phase_kind phase;
static Long left;           /* instructions of the phase */
static Long position;       /* instructions since the begin of the run */
static UInt stretch = 1;    /* stretches that are recorded, counted from the first */
static ULong executed;      /* instructions that are collected, recorded or not */
static spy_planned planned; /* the sample that comes next, or is under way */
static Bool forked;
static ULong rate; /* cycles of an instruction that is skipped, << RATE_BITS */

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

/* Of threads that take turns, one has as many instructions as a slice has cycles for. The nearer what is recorded
 * comes, the shorter are slices, down to those that are simulated: there the threads' clocks must be near each other,
 * or those behind run by themselves at first. */
static Long most_of(ULong cycles) {
  enum { NEAR = 64 };
  if (cycles == 0) return left;
  const Long slice = (Long)((cycles << RATE_BITS) / rate) + 1, least = slice / SPY_SAMPLE_SLICE + 1;
  const Long near = left / NEAR > least ? left / NEAR : least, most = slice < near ? slice : near;
  return most < left ? most : left;
}

/* The same, up to the end of an interval of vectors, if those are of cycles: all processors come to it before any goes
 * on. The thread is to run next, so that no clock is behind that of its processor. */
static Long most_within_interval(ThreadId tid, ULong cycles) {
  const Long most = most_of(cycles);
  if (!spy_vectors_are_of_cycles()) return most;
  const ULong clock = spy_system->processors[spy_queue_of(tid)->flow.processor].now;
  const Long until = (Long)(spy_vectors_cycles(clock) << RATE_BITS) / (Long)rate + 1;
  return until < most ? until : most;
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

/* So many instructions have been executed. */
static void pass(Long n) {
  executed += spy_collecting() ? (ULong)n : 0;
  position += n;
  left -= n;
}

void spy_sample_settle(ThreadId tid) {
  if (tid == VG_INVALID_THREADID || spy_sample_records(tid)) return;
  const Long now = spy_sample_left(tid), n = threads[tid].given - now;
  if (n <= 0) return;
  threads[tid].given = now;
  pass(n);
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
    set_left(tid, left > 0 ? most_within_interval(tid, cycles) : -1);
  else
    set_left(tid, threads[tid].stretch == stretch && left > 0 ? (Long)SPY_SAMPLE_RECORDS : -1);
}

void spy_sample_returned(ThreadId tid) {
  if (spy_sample_on) set_left(tid, threads[tid].given);
}

/* ---- what a thread may record ---- */

/* What lanes have left of their slices at a sample's begin is more or less than at its end: that is to be small beside
 * the sample. Nothing of what is skipped is left. */
ULong spy_sample_slice(ULong cycles, UInt n) {
  if (phase == SKIP || planned.length == 0) return cycles;
  const ULong part = (ULong)planned.length * spy_system->config.cpi / (SLICES_EACH * n) + 1;
  return cycles < part ? cycles : part;
}

static Long recorded(const ULong *at, const ULong *end) {
  return (Long)SPY_PACKED_INSTRUCTIONS(spy_records_packed(at, end, True));
}

ULong spy_sample_words(ULong most, const ULong *at, const ULong *end) {
  if (!spy_sample_on || phase == SKIP) return most;
  const Long rest = left - recorded(at, end), longest = spy_core_longest_block();
  if (rest <= 0) return 0;
  return (ULong)rest >= most * (ULong)longest ? most : (ULong)((rest + longest - 1) / longest);
}

/* ---- phases ---- */

/* Cycles that instructions have taken in the samples so far. Both sums may be so large that none of them can be
 * shifted.
 */
static void find_rate(void) {
  ULong instructions = 0, cycles = 0;
  for (UInt i = 0; i < spy_system->config.processors; i++) {
    instructions += bin_account_instructions(spy_account, i);
    cycles += bin_account_cycles(spy_account, i) - bin_account_idle_cycles(spy_account, i);
  }
  rate = instructions != 0 ? (cycles / instructions << RATE_BITS) + (cycles % instructions << RATE_BITS) / instructions
                           : (ULong)spy_system->config.cpi << RATE_BITS;
  if (rate == 0) rate = 1;
}

/* Instructions until the next warm-up. */
static Long until_warm_up(void) { return planned.begin - planned.warmup - position; }

static void go_on_skipping(void) {
  phase = SKIP;
  left = until_warm_up();
}

static void skip(void) {
  const Long end = planned.begin + planned.length;
  planned = spy_plan_next();
  if (planned.begin - end < planned.warmup) planned.warmup = planned.begin - end;
  go_on_skipping();
  bin_account_weigh_sharing(spy_account, 0);
  find_rate();
}

static Bool is_by_phase(void) { return bin_batches_phases(batches) != 0; }

/* A child does not go through its parent's phases: what it has of an interval stands for nothing. */
static Bool is_for_nothing(void) { return forked && is_by_phase(); }

/* The next phase is recorded. */
static void enter(phase_kind next) {
  phase = next;
  left = phase == WARM ? planned.warmup : is_by_phase() ? planned.begin + planned.length - position : planned.length;
  bin_account_weigh_sharing(spy_account, phase == SAMPLE && !is_for_nothing()
                                             ? (is_by_phase() ? bin_batches_phase(batches, planned.phase)->weight : 1)
                                             : 0);
}

/* All that has been simulated since the last border goes to `take`. Lanes may stand within runs of blocks, which
 * count as a whole when they begin: the rest of those counts behind the border, as its references will. */
static void divide(void (*take)(void)) {
  spy_lanes_settle();
  spy_lanes_count_rests(NULL, -1ULL);
  spy_blocks_flush_noted();
  take();
  spy_lanes_count_rests(NULL, 1);
  spy_lanes_note();
}

static void drop(void) { bin_batches_drop(batches); }

void spy_sample_start(void) {
  spy_sample_on = spy_is_sampled(&spy_options_get()->sampling);
  if (!spy_sample_on) return;
  spy_plan_start();
  threads = VG_(calloc)("spy.sample", VG_N_THREADS, sizeof *threads);
  batches = spy_plan_batches(spy_account);
  skip();
}

/* What holds a block's address is of no use where there is no profile. */
static Bool has_time_for_look(void) {
  return until_warm_up() >= LOOK_ROOM * LOOK_LENGTH && spy_options_get()->simulate;
}

void spy_sample_look_on(void) {
  if (phase == LOOK && has_time_for_look()) left = LOOK_LENGTH;
}

/* A look may have come to its end since the thread has begun its block, and not be ended yet. */
Bool spy_sample_look(ThreadId tid) {
  spy_sample_settle(tid);
  if (phase == LOOK && left > 0) {
    spy_sample_look_on();
    return True;
  }
  if ((phase != SKIP && phase != LOOK) || !has_time_for_look()) return False;
  stretch++;
  phase = LOOK;
  left = LOOK_LENGTH;
  set_left(tid, -1);
  spy_end_own_slice(tid);
  return True;
}

Bool spy_sample_goes_on(ThreadId tid, ULong cycles) {
  if (phase == SKIP && left <= 0) {
    stretch++;
    enter(planned.warmup != 0 ? WARM : SAMPLE);
    if (phase == SAMPLE) divide(drop); /* looks, and what lanes had left of the sample before */
  }
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
Bool spy_sample_was_look(void) { return phase == LOOK; }

void spy_sample_recorded(ThreadId tid, const ULong *at, const ULong *end) {
  if (!spy_sample_on) return;
  spy_records_note(at, end);
  pass(recorded(at, end));
  if (spy_sample_is_over()) set_left(tid, -1);
}

static void keep(void) {
  if (!is_by_phase())
    bin_batches_keep(batches);
  else if (is_for_nothing())
    bin_batches_drop(batches);
  else
    bin_batches_keep_phase(batches, planned.phase);
}

void spy_sample_next(void) {
  if (phase == LOOK) {
    go_on_skipping();
  } else if (phase == WARM) {
    divide(drop);
    enter(SAMPLE);
  } else {
    divide(keep);
    skip();
  }
}

/* ---- results ---- */

void spy_sample_settle_counts(void) {
  if (!spy_sample_on) return;
  if (phase == SAMPLE)
    keep();
  else
    bin_batches_drop(batches);
  bin_batches_executed(batches, executed);
}

const bin_batches *spy_sample_batches(void) { return batches; }

void spy_sample_zero(void) {
  if (!spy_sample_on) return;
  bin_batches_free(batches);
  batches = spy_plan_batches(spy_account);
  executed = 0;
}

void spy_sample_forked(void) {
  if (!spy_sample_on) return;
  spy_sample_zero();
  forked = True;
  if (!is_by_phase()) return;
  spy_plan_end();
  bin_account_weigh_sharing(spy_account, 0);
}

ULong spy_sample_position(void) { return (ULong)position; }

void spy_sample_say_missed(void) {
  enum { PER_MILLE = BIN_PHASE_WHOLE / 1000 };
  UInt missed = 0;
  ULong share = 0;
  const UInt n = spy_sample_on && !forked ? bin_batches_phases(batches) : 0;
  for (UInt i = 0; i < n; i++) {
    const bin_phase *one = bin_batches_phase(batches, i);
    missed += one->instructions == 0;
    share += one->instructions == 0 ? one->share : 0;
  }
  if (missed == 0) return;
  share = (share + PER_MILLE / 2) / PER_MILLE;
  VG_(umsg)
  ("of a run of %lld instructions nothing was simulated for %u of %u intervals of phases (%llu.%llu%% of the run that "
   "the phases are of): estimates are of the other intervals alone\n",
   position, missed, n, share / 10, share % 10);
}
