/* spy_sample.c: see spy_sample.h.
 *
 * Rules
 * - A sample's warm-up is shorter than planned if the program began, or the previous sample ended, later.
 * - An interval of a phase ends at the position that its file gives, within a block, even if it began late. Its weight
 *   applies to each of its instructions, so an interval that is always too long would count too much.
 * - Between samples, the program records for a short time (a look) to find where the address of a new block is stored.
 *   References of a look do not count.
 * - Instructions count for the whole program, in any thread.
 * - A phase ends when records are handed over, with a queue or a slice. Towards the end of a phase, queues and slices
 *   become as short as if each word were a whole block. So a phase is too long by at most one block, whatever is
 *   executed; if samples were longer in code with few references, that code would get too much weight. The excess of
 *   phases is subtracted from the next skip.
 * - Only instructions that are collected count for the ratio of the run to its samples.
 * - Clocks of skipping threads advance by the cycles per instruction of the samples so far, with stalls.
 * - Lines that the program used between samples are unknown: caches keep their older lines, which the warm-up replaces.
 * SPDX-License-Identifier: GPL-2.0-or-later */
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

/* The state of a thread. */
typedef struct {
  Long given;   /* number of instructions that were left when the thread's number was last set or queued */
  ULong *skip;  /* record of the thread's last skip; NULL: there is none */
  UInt stretch; /* number of the recorded phase in which the thread last began to record */
} thread;

/* The number of fraction bits of cycles in fixed point: units of 1/1024. */
enum { RATE_BITS = 10 };

/* The number of instructions of a look. There is no look if fewer than LOOK_ROOM * LOOK_LENGTH instructions are left to
 * skip. */
enum { LOOK_LENGTH = 2000, LOOK_ROOM = 4 };

/* The number of words of the record of a skip. */
enum { SKIP_WORDS = 3 };

/* The minimum number of slices of each thread in a sample, if all threads record. */
enum { SLICES_EACH = 4 };

Bool spy_sample_on;
static bin_batches *batches;
static thread *threads; /* indexed by ThreadId */
static phase_kind phase;
static Long left;           /* instructions left in the phase */
static Long position;       /* number of instructions since the start of the run */
static UInt stretch = 1;    /* number of the recorded phase, from 1 */
static ULong executed;      /* number of instructions that are collected, recorded or not */
static spy_planned planned; /* the next or current sample */
static Bool forked;
static ULong rate; /* cycles of a skipped instruction, << RATE_BITS (fixed point) */

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

/* Returns the number of instructions in a slice of `cycles`, for a thread that shares the processors with others. When
 * a recorded phase approaches, slices become shorter, down to the length of simulated slices: the clocks of threads
 * must be close when the phase begins, or the threads with earlier clocks would run alone at first. */
static Long most_of(ULong cycles) {
  enum { NEAR = 64 };
  if (cycles == 0) return left;
  const Long slice = (Long)((cycles << RATE_BITS) / rate) + 1, least = slice / SPY_SAMPLE_SLICE + 1;
  const Long near = left / NEAR > least ? left / NEAR : least, most = slice < near ? slice : near;
  return most < left ? most : left;
}

/* As most_of(), but if intervals of vectors are of cycles, returns at most the instructions up to the end of the
 * current interval: all processors reach this end before any continues. The thread is the next to run, so its processor
 * has the smallest clock. */
static Long most_within_interval(ThreadId tid, ULong cycles) {
  const Long most = most_of(cycles);
  if (!spy_vectors_are_of_cycles()) return most;
  const ULong clock = spy_system->processors[spy_queue_of(tid)->flow.processor].now;
  const Long until = (Long)(spy_vectors_cycles(clock) << RATE_BITS) / (Long)rate + 1;
  return until < most ? until : most;
}

/* Queues skipped instructions. If the last record is also one of skipped instructions, adds them to this record.
 * Without this, repeated calls for the time could fill the queue, since no block tests meanwhile whether it is full. */
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

/* Advances by n executed instructions. */
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
  set_left(tid, 0); /* the child has a copy of its parent's value */
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

/* At the start and at the end of a sample, lanes contain remaining records of slices. The difference between the two
 * must be small compared with the sample. Skips leave no remaining records. */
ULong spy_sample_slice(ULong cycles, UInt n) {
  if (phase == SKIP || planned.length == 0) return cycles;
  const ULong part = mach_cycles(&spy_system->config, (ULong)planned.length) / (SLICES_EACH * n) + 1;
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

/* Returns the number of instructions until the next warm-up. */
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
  ULong instructions = 0, cycles = 0;
  for (UInt i = 0; i < spy_system->config.processors; i++) {
    instructions += bin_account_instructions(spy_account, i);
    cycles += bin_account_cycles(spy_account, i) - bin_account_idle_cycles(spy_account, i);
  }
  rate = instructions != 0 ? (cycles / instructions << RATE_BITS) + (cycles % instructions << RATE_BITS) / instructions
                           : mach_cycles(&spy_system->config, 1ULL << RATE_BITS);
  if (rate == 0) rate = 1;
}

static Bool is_by_phase(void) { return bin_batches_phases(batches) != 0; }

/* Returns whether samples represent nothing. This is so in a child, since it does not execute the phases of its
 * parent. */
static Bool is_for_nothing(void) { return forked && is_by_phase(); }

/* Enters the next phase. */
static void enter(phase_kind next) {
  phase = next;
  left = phase == WARM ? planned.warmup : is_by_phase() ? planned.begin + planned.length - position : planned.length;
  bin_account_weigh_sharing(spy_account, phase == SAMPLE && !is_for_nothing()
                                             ? (is_by_phase() ? bin_batches_phase(batches, planned.phase)->weight : 1)
                                             : 0);
}

/* Ends a period of the counts: passes to `take` all counts since the previous call of this function. A block run is
 * counted as a whole when it begins, and lanes can be in the middle of a block run. This function counts the rest of
 * such a run in the next period, to which the references in this rest belong. */
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

/* Returns whether there is time for a look. Without simulation there is no look, since the profile then does not need
 * the addresses of blocks. */
static Bool has_time_for_look(void) {
  return until_warm_up() >= LOOK_ROOM * LOOK_LENGTH && spy_options_get()->simulate;
}

void spy_sample_look_on(void) {
  if (phase == LOOK && has_time_for_look()) left = LOOK_LENGTH;
}

/* If a look has reached its end since the thread began its block, but was not ended yet, another look begins. */
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
    if (phase == SAMPLE) divide(drop); /* counts of looks, and of runs that the previous sample left in lanes */
  }
  if (phase != SKIP) return False;
  set_left(tid, most_of(cycles));
  return True;
}

void spy_sample_begin(ThreadId tid) {
  /* Take the thread's calls from its stack, the outermost first. */
  if (threads[tid].stretch != stretch) {
    enum { CALLS_MOST = 500 };
    static Addr code[CALLS_MOST], stack[CALLS_MOST];
    bin_flow *flow = &spy_queue_of(tid)->flow;
    bin_flow_stack(flow, flow->low, flow->high);
    for (UInt i = VG_(get_StackTrace)(tid, code, CALLS_MOST, stack, NULL, 0); i-- > 1;) {
      spy_place_begin();
      const UInt segment = bin_table_get_place(spy_table, spy_place_of(code[i], 1))->function;
      bin_flow_call(flow, stack[i] - SPY_RETURN_ADDRESS_BYTES, segment);
    }
  }
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
