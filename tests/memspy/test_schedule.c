/* test_schedule.c: compares the scheduler (memspy/schedule/, record/spy_lane.c, drain/spy_drain_lanes.c,
 * run/spy_recording.c) with naive_schedule.h, with random programs of random threads on random machines: locks in loops
 * and in the kernel, waits and wakes, yields, moves, threads that start and end. It compares the two at each choice of
 * a thread and at each change of its queue; at the end it also compares the counts of the machine and the account. In
 * half of the worlds, lanes run ahead, which must not change any result.
 *
 *   test_schedule [--worlds N] [--seed S]
 *
 * The test does what Valgrind's core, spy_lock.c and translated code do: it executes the threads, one at a time, each
 * on a stack of its own. Random numbers decide the events of the host (such as a thread that returns from the kernel,
 * or is late).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/memspy/schedule_run.h"

#include "memspy/drain/spy_outside.h"
#include "memspy/record/spy_lane.h"
#include "memspy/run/spy_recording.h"
#include "memspy/schedule/spy_schedule.h"
#include "memspy/schedule/spy_thread-inl.h"
#include "memspy/schedule/spy_wake_ups.h"
#include "memspy/trace/spy_trace_emit.h"
#include "tests/memspy/fake_rooms.h"

static const char *const seen_names[SEEN + 1] = {"switches of a processor's thread",
                                                 "waits in loops that were cut",
                                                 "threads moved",
                                                 "waits timed out",
                                                 "waits interrupted",
                                                 "waits ended by another thread",
                                                 "short slices",
                                                 "slices that went on",
                                                 "lanes extended",
                                                 "atomic blocks left",
                                                 "turns that began where one ended",
                                                 "looks for signals",
                                                 "slices without one",
                                                 "threads found asleep",
                                                 "threads back from the kernel by surprise",
                                                 "processes that had one thread again",
                                                 "processors idle",
                                                 "worlds that ran to the end",
                                                 "choices while other lanes had words",
                                                 "words told without simulation"};
/* ---- the host ---- */

static Bool is_any(place where) {
  for (ThreadId tid = 1; tid <= most; tid++)
    if (threads[tid].place == where && (where != IN_KERNEL || threads[tid].may_return)) return True;
  return False;
}

/* A thread that waits for its turn checks its state. */
static void tick(thread *t, Bool idle) {
  const ThreadId awaited = model.awaited;
  const Bool changed = naive_ticks(&model, number_of(t), idle, fake_core.monotonic_ns, fake_core.pending_signals,
                                   awaited != 0 && threads[awaited].sleeps);
  if (changed && awaited != 0 && model.threads[awaited].asleep) note(SEEN_FOUND_ASLEEP);
  if (spy_schedule_tick(number_of(t), idle) != changed)
    trial_fail("thread %u looks around: %d is wrong", number_of(t), !changed);
}

static void look_around(Bool idle) {
  fake_core.monotonic_ns += dice_below(&luck, 100000);
  for (ThreadId tid = 1; tid <= most; tid++)
    if (threads[tid].place == HERE && dice_chance(&luck, idle ? 50 : 5)) tick(&threads[tid], idle);
}

static void compare_patience(void) {
  for (ThreadId tid = 1; tid <= most; tid++) {
    const naive_thread *t = &model.threads[tid];
    const Long left = t->deadline > fake_core.monotonic_ns ? (Long)(t->deadline - fake_core.monotonic_ns) : 0;
    const Long ms = left == 0 ? 0 : left / 1000000 + 1;
    const Int expected = !t->waits || t->deadline == 0 ? -1 : ms < 1000 ? (Int)ms : 1000;
    if (t->alive && spy_wake_ups_patience(tid) != expected)
      trial_fail("thread %u: patience %d", tid, spy_wake_ups_patience(tid));
  }
}

/* The lock is free. Returns whether a thread got it, and ran. */
static Bool decide(void) {
  ThreadId next, expected;
  do {
    const Bool merged = model.merging;
    next = spy_schedule_choose();
    expected = naive_choose(&model);
    if (merged && !model.merging) note(SEEN_ALONE_AGAIN);
    if (next != expected) trial_fail("thread %u is next, not %u", next, expected);
    compare_all();
  } while (spy_wake_ups_is_pending());
  if (next == VG_INVALID_THREADID || !spy_schedule_seat(next)->here) return False;
  if (threads[next].place != HERE) trial_fail("thread %u is not here", next);
  const naive_processor *p = &model.processors[model.threads[next].processor];
  if (model.merging && p->last != 0 && p->last != next) note(SEEN_SWITCH);
  spy_schedule_grant(next);
  naive_grants(&model, next, fake_core.ip[next]);
  owner = next;
  threads[next].place = RUNS;
  if (model.merging && (spy_turns.atomics != 0) != model.wait_before_atomics && !model.ending)
    trial_fail("atomics: %u", spy_turns.atomics);
  if (model.merging && p->quantum < world.quantum) note(SEEN_SHORT_SLICE);
  for (UInt i = 0; i < world.machine.processors; i++)
    if (!naive_lane_is_empty(&model.lanes, i)) note(SEEN_BUSY_OTHERS);
  compare_room(next);
  compare_all();
  spy_schedule_reap();
  fiber_resume(threads[next].fiber);
  if (owner != VG_INVALID_THREADID) trial_fail("thread %u keeps the lock", owner);
  return True;
}

/* Nothing has happened for this many rounds: an external event happens. */
static void rescue(unsigned times) {
  if (times > 2000) trial_fail("nobody goes on");
  if (times % 20 == 10) fake_core.pending_signals |= 1ULL << (times % 30);
  if (times % 20 == 15)
    for (ThreadId tid = 1; tid <= most; tid++) threads[tid].may_return = True;
  look_around(True);
}

static void go_through(void) {
  unsigned idle = 0;
  while (!threads_are_over()) {
    threads_come_back();
    look_around(False);
    compare_patience();
    idle = decide() || is_any(COMING) || is_any(IN_KERNEL) ? 0 : idle + 1;
    if (idle > 3) rescue(idle);
  }
  note(SEEN_ENDED);
}

/* ---- worlds ---- */

static bin_id resolve(void *closure, uint64_t address, uint64_t *low, uint64_t *high) {
  (void)closure, (void)address;
  *low = 0;
  *high = ~0ULL;
  return BIN_ID_UNKNOWN;
}

static void make_machine(void) {
  spy_system = coh_system_new(&world.machine);
  spy_table = bin_table_new();
  const uint32_t file = bin_table_file(spy_table, "program.c"), object = bin_table_object(spy_table, "/bin/program");
  bin_table_place(spy_table, bin_table_segment(spy_table, "f", object, file, 1), file, 1, 0);
  for (uint64_t i = 0; i < WORLD_RANGES; i++) bin_table_bin(spy_table, BIN_RANGE, "range", &i, 1, NULL, 0);
  spy_account = bin_account_new(spy_system, spy_table, resolve, NULL);
}

static void make_blocks(dice *d) {
  for (unsigned i = 0; i < WORLD_BLOCKS; i++) {
    shapes[i] = guest_shape_make(d, i < 2 ? REFERENCES : 6, i % 4 == 3);
    blocks[i] = make_block(&shapes[i]);
  }
  guest_shape s = {.n = 1 + dice_below(d, 3), .tail = 1 + dice_below(d, 3)};
  for (unsigned i = 0; i < s.n; i++) s.references[i].gap = s.references[i].size = 1, s.references[i].kind = COH_READ;
  spin_block = make_block(&s);
  s.n = 2;
  s.references[0].kind = COH_WRITE;
  s.references[1].gap = 1, s.references[1].size = 4, s.references[1].kind = COH_READ;
  set_block = make_block(&s);
  s = (guest_shape){.n = 1, .tail = 1, .references = {{.gap = 1, .kind = COH_MODIFY, .size = 4}}};
  atomic_block = make_block(&s);
  s = (guest_shape){.tail = 1};
  call_block = make_block(&s);
}

static void run(uint64_t seed, const trial_step *all, size_t n) {
  dice d = {seed ^ 0x776f726c64};
  luck = (dice){seed ^ 0x6c75636b};
  steps = all;
  n_steps = n;
  schedule_world_make(&world, seed);
  const naive_events events = {SPY_EVENT_COLLECT, SPY_EVENT_NAME, SPY_EVENT_UNNAME};
  fake_options = (spy_options){.machine = world.machine,
                               .quantum = (UInt)world.quantum,
                               .schedule_seed = (UInt)world.seed,
                               .collect_at_start = True,
                               .simulate = world.simulates,
                               .run_ahead = world.runs_ahead};
  fake_core.monotonic_ns = 1000000000;
  spy_trace_set_drains(!world.simulates);
  make_machine();
  make_blocks(&d);
  spy_queue_layout(sizeof(spy_guest));
  naive_schedule_init(&model, &world.machine, world.region, world.simulates, &events, world.quantum, world.seed);
  spy_set_exact();
  spy_outside_start(True);
  spy_threads_start(HOST + 1);
  most = programs = 1;
  threads[1] = (thread){.place = COMING};
  threads[1].fiber = fiber_new(thread_live, &threads[1]);
  go_through();
  if (!spy_stopped()) {
    spy_recording_finish();
    naive_finish_all(&model);
    compare_all();
  }
  spy_blocks_flush();
  compare_counts();
  if (world.simulates) compare_bins();
}

int main(int argc, char **argv) {
  const trial_test test = {"test_schedule",     900,         "program", schedule_step_names, seen_names,
                           schedule_steps_make, WORLD_STEPS, run};
  return trial_main(&test, argc, argv);
}
