/* test_sample.c: tests the lengths of samples and warm-ups (memspy/sample/spy_sample.c, with the real queues of
 * memspy/run/spy_recording.c): they must be exact to a block of code, whatever a thread executes. Random programs have
 * blocks with few references and with many; the test acts as translated code would.
 *
 *   test_sample [--worlds N] [--seed S]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/sample/spy_sample.h"

#include "memspy/record/spy_queue.h"
#include "memspy/run/spy_recording.h"
#include "memspy/schedule/spy_schedule.h"
#include "memspy/schedule/spy_syscall_waits.h"
#include "memspy/schedule/spy_thread-inl.h"
#include "memspy/setup/spy_state.h"
#include "tests/memspy/fake_core.h"
#include "tests/memspy/fake_rooms.h"
#include "tests/memspy/guest.h"
#include "tests/memspy/trial.h"

enum {
  BLOCKS = 12,
  SAMPLES = 15,
  THREAD = 1,
  HOST = 1000,
  LOOKS = 100,
  LINES = 1 << 20,
  LONGEST = FAKE_LONGEST_BLOCK,
  SLICES = 4
};

/* The kinds of code that the program executes. */
enum kind { FEW, MANY, BOTH, KINDS };
static const char *const kinds[KINDS + 1] = {"few references", "many references", "both by turns"};
enum { PERIODS = KINDS, PHASES, SHORT_SLICES, COUNTERS };
static const char *const others[COUNTERS - KINDS + 1] = {"samples of periods", "intervals of phases",
                                                         "slices that are shorter than others"};

static dice d;
static guest_block few[BLOCKS], many[BLOCKS];
static bin_representative intervals[SAMPLES];
static ULong n_samples, length, warmup, period;
static Long executed, recorded; /* in instructions */
static struct {
  spy_guest guest;
  ULong shadow[FAKE_SHADOW_BYTES / sizeof(ULong)];
} registers;

static Bool is_by_phase(void) { return fake_options.sampling.n_phases != 0; }

/* ---- the kernel: the tested code never calls it ---- */

void spy_syscall_ends(ThreadId tid) { (void)tid; }

static Bool is_in_call(ThreadId tid) {
  (void)tid;
  return False;
}
Bool spy_syscall_is_in(ThreadId tid) { return is_in_call(tid); }
Bool spy_syscall_waits(ThreadId tid) { return is_in_call(tid); }
Bool spy_syscall_is_prompt(ThreadId tid) { return is_in_call(tid); }
Bool spy_syscall_goes_on(ThreadId tid) { return is_in_call(tid); }

UInt spy_syscall_number(ThreadId tid) {
  (void)tid;
  return 0;
}
Bool spy_host_thread_is_kept(Int host_thread) {
  (void)host_thread;
  return False;
}
Word spy_host_thread_call(Int host_thread) {
  (void)host_thread;
  return SPY_NO_CALL;
}
Bool spy_host_thread_sleeps(Int host_thread) {
  (void)host_thread;
  return False;
}
Bool spy_host_thread_is_alive(Int host_thread) { return host_thread == HOST; }

/* ---- the program ---- */

static void make_block(guest_block *b, const guest_shape *shape) {
  static Addr code = 0x400000;
  guest_block_make(b, shape, 0, code += 0x100, False);
}

static UInt instructions_of(const guest_shape *shape) {
  UInt n = shape->tail;
  for (UInt i = 0; i < shape->n; i++) n += shape->references[i].gap;
  return n;
}

static void make_blocks(void) {
  for (UInt i = 0; i < BLOCKS; i++) {
    guest_shape shape = {.n = dice_below(&d, 2), .tail = dice_between(&d, LONGEST / 2, LONGEST - 1)};
    if (shape.n != 0) shape.references[0].gap = shape.references[0].size = 1;
    make_block(&few[i], &shape);
    do shape = guest_shape_make(&d, 8, False);
    while (instructions_of(&shape) > LONGEST);
    make_block(&many[i], &shape);
  }
}

/* Translated code checks whether it may continue as it is. */
static void look(void) {
  registers.shadow[0] = (ULong)spy_queue_cursor(THREAD);
  registers.guest.host_EvC_COUNTER = LOOKS;
  spy_recording_look(&registers.guest);
}

static Bool records(void) { return (ULong)spy_sample_left(THREAD) == SPY_SAMPLE_RECORDS; }

/* At the start of each block; between samples, the core checks as often here. */
static void find_form(void) {
  while (records() ? spy_queue_is_full(THREAD) : spy_sample_left(THREAD) < 0) look();
}

/* The number of instructions that may still be recorded decreases by those that are recorded. */
static void check_room(void) {
  enum { MOST = 1 << 20 };
  const ULong *begin = spy_queue_of(THREAD)->begin, *end = spy_queue_cursor(THREAD);
  const ULong n = SPY_PACKED_INSTRUCTIONS(spy_records_packed(begin, end, True));
  const ULong before = spy_sample_words(MOST, NULL, NULL), now = spy_sample_words(MOST, begin, end);
  if (now * LONGEST + n >= (before + 1) * LONGEST)
    trial_fail("behind %llu instructions %llu words have room, before %llu", n, now, before);
}

/* In each sample, a thread records several slices, none of which is longer than the previous one. */
static void check_slices(void) {
  for (UInt n = 2; n < 64; n *= 2) {
    const ULong slice = spy_sample_slice(10000, n);
    if (slice < 10000) trial_note(SHORT_SLICES);
    if (slice < 1 || slice > 10000 || (slice > 1 && SLICES * n * (slice - 1) > length * spy_system->config.cpi))
      trial_fail("of %u threads a slice has %llu cycles in samples of %llu", n, slice, length);
    if (slice < 10000 && SLICES * n * (slice + 1) < length * spy_system->config.cpi)
      trial_fail("of %u threads a slice has only %llu cycles in samples of %llu", n, slice, length);
  }
}

static void execute(const guest_block *b) {
  const Long n = naive_run_instructions(&b->runs[0]);
  ULong addresses[NAIVE_REFERENCES];
  find_form();
  for (UInt i = 0; i < b->runs[0].n; i++) addresses[i] = 64 * (ULong)dice_between(&d, 1, LINES);
  if (records()) {
    if (dice_chance(&d, 1)) check_room();
    if (dice_chance(&d, 1) && !is_by_phase()) check_slices();
    const naive_record record = guest_run(b, 0, addresses);
    guest_record(THREAD, &record);
    recorded += n;
  } else {
    if (spy_sample_slice(1 << 30, 2) != 1 << 30) trial_fail("what is skipped has short slices");
    const Long left = spy_sample_left(THREAD) - n;
    VG_(set_shadow_regs_area)(THREAD, 1, SPY_SAMPLE_OFFSET, sizeof left, (const UChar *)&left);
  }
  executed += n;
}

/* Executes stretches of one kind of block or the other, up to an end. */
static void execute_until(Long end, enum kind kind) {
  while (executed < end) {
    const guest_block *blocks = kind == FEW || (kind == BOTH && dice_chance(&d, 50)) ? few : many;
    const Long stretch = executed + dice_between(&d, 1, 100000);
    while (executed < stretch && executed < end) execute(&blocks[dice_below(&d, BLOCKS)]);
  }
}

/* ---- the run ---- */

static void plan(Bool by_phase) {
  n_samples = dice_between(&d, 1, SAMPLES);
  length = dice_between(&d, 500, dice_chance(&d, 50) ? 2000 : 100000);
  warmup = by_phase ? length / 5 : dice_below(&d, 50000);
  period = length + warmup + dice_between(&d, 2000, 100000);
  fake_options.sampling = (spy_sampling){.period = period, .length = length, .warmup = warmup};
}

/* Instead of periods: each period has an interval, which starts only after enough room for its warm-up. */
static void plan_phases(void) {
  for (UInt i = 0; i < n_samples; i++) {
    const ULong begin = i * period + length / 5 + LONGEST;
    intervals[i] = (bin_representative){i + 1, i, begin, length, 1000000000 / (UInt)n_samples};
  }
  fake_options.sampling = (spy_sampling){.phases = intervals, .n_phases = (UInt)n_samples};
}

static void start(void) {
  fake_options = (spy_options){.quantum = 10000, .collect_at_start = True, .simulate = True};
  guest_account_make();
  make_blocks();
  const Bool by_phase = dice_chance(&d, 40);
  plan(by_phase);
  if (by_phase) plan_phases();
  spy_queue_layout(sizeof(spy_guest));
  spy_set_exact();
  spy_threads_start(HOST);
  spy_sample_start();
  spy_recording_run(THREAD);
}

/* ---- comparing ---- */

/* A sample may have one block more. An interval may also have one or two blocks less, since it starts at the end of a
 * block, but ends where it is planned. */
static void check_length(ULong i, Long instructions) {
  const Long more = instructions - (Long)length;
  trial_note(is_by_phase() ? PHASES : PERIODS);
  if (more >= LONGEST || more < (is_by_phase() ? -2 * LONGEST : 0))
    trial_fail("sample %llu of %llu has %lld instructions, not %llu", i, n_samples, instructions, length);
}

static void check_samples(void) {
  const bin_batches *batches = spy_sample_batches();
  for (ULong i = 0; i < n_samples; i++)
    if (is_by_phase())
      check_length(i, (Long)bin_batches_phase(batches, (unsigned)i)->instructions);
    else
      check_length(i, (Long)bin_batches_get(batches, (unsigned)i)->instructions);
}

/* Instructions recorded outside of samples are at most those of the warm-ups. A warm-up may have started whose sample
 * never came. */
static void check_recorded(void) {
  const Long most = (Long)((n_samples + 1) * (length + warmup + 2 * LONGEST));
  const Long all = (Long)bin_batches_all_instructions(spy_sample_batches());
  if (recorded > most) trial_fail("%lld instructions were recorded, of %lld at most", recorded, most);
  if (all != executed) trial_fail("%lld instructions were executed, not %lld", all, executed);
}

/* ---- trials ---- */

/* Each trial tests one kind, since a process is sampled once. */
static size_t make(uint64_t seed, trial_step *steps) {
  *steps = (trial_step){.kind = (uint8_t)(seed % KINDS)};
  return 1;
}

static void run(uint64_t seed, const trial_step *steps, size_t n) {
  d = (dice){seed ^ 0x73616d706c65};
  if (n == 0) return;
  trial_note(steps->kind);
  start();
  execute_until((Long)(n_samples * period + length + 4 * LONGEST), steps->kind); /* the last sample may extend this
                                                                                    far */
  spy_recording_finish();
  spy_blocks_flush();
  spy_sample_settle(THREAD);
  spy_sample_settle_counts();
  check_samples();
  check_recorded();
}

int main(int argc, char **argv) {
  return trial_main(&(trial_test){"test_sample", 90, "process", kinds, others, make, 1, run}, argc, argv);
}
