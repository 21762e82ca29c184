/* test_schedule.c: which thread runs (memspy/schedule/, record/spy_lane.c, drain/spy_drain_lanes.c,
 * run/spy_recording.c) against naive_schedule.h, with random programs of random threads on random machines: locks in
 * loops and in the kernel, waits and wakes, yields, moves, threads that begin and end. At each choice of a thread and
 * at each change of its queue the two are compared; at the end also what the machine and the account have counted. In
 * half of the worlds lanes run ahead, which nothing of that may show.
 *
 *   test_schedule [--worlds N] [--seed S]
 *
 * The test does what Valgrind's core, spy_lock.c and translated code do: it runs the threads, one at a time, each on a
 * stack of its own. What the host would do at any time (a thread is back from the kernel, it is late) comes from dice.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "coherence/coh_pages.h"
#include "coherence/coh_pending.h"
#include "coherence/coh_system-inl.h"
#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"
#include "memspy/drain/spy_drain_lanes.h"
#include "memspy/record/spy_lane.h"
#include "memspy/record/spy_queue.h"
#include "memspy/run/spy_recording.h"
#include "memspy/schedule/spy_news.h"
#include "memspy/schedule/spy_polls.h"
#include "memspy/schedule/spy_schedule.h"
#include "memspy/schedule/spy_slice.h"
#include "memspy/schedule/spy_syscall_waits.h"
#include "memspy/schedule/spy_thread-inl.h"
#include "memspy/schedule/spy_vary.h"
#include "memspy/schedule/spy_wait.h"
#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_emit.h"
#include "tests/memspy/fake_core.h"
#include "tests/memspy/fake_rooms.h"
#include "tests/memspy/fibers.h"
#include "tests/memspy/guest.h"
#include "tests/memspy/naive_schedule.h"
#include "tests/memspy/schedule_world.h"

enum { HOST = 100 /* of the first thread's host thread, - 1 */, BLOCKS_LEFT = 1000, LEAST_SPINS = 30, REFERENCES = 18 };
#define KILL_SIGNAL (1ULL << (SPY_SIGNAL_KILL_THREAD - 1))

enum {
  SEEN_SWITCH,
  SEEN_CUT,
  SEEN_MOVED,
  SEEN_TIMED_OUT,
  SEEN_INTERRUPTED,
  SEEN_WOKEN,
  SEEN_SHORT_SLICE,
  SEEN_GROWN,
  SEEN_EXTENDED,
  SEEN_LEFT_ATOMIC,
  SEEN_TURN,
  SEEN_POLL,
  SEEN_NO_POLL,
  SEEN_FOUND_ASLEEP,
  SEEN_BACK,
  SEEN_ALONE_AGAIN,
  SEEN_IDLE,
  SEEN_ENDED,
  SEEN_BUSY_OTHERS,
  SEEN_TOLD,
  SEEN
};
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
static void note(unsigned seen) { trial_note(STEP_KINDS + seen); }

/* Where a thread is. */
typedef enum { NOT_YET, IN_KERNEL, COMING, HERE, RUNS, OVER } place;

typedef struct {
  fiber *fiber;
  unsigned program;
  size_t step;
  place place;
  Bool in_call, kernel_waits, sleeps; /* as the kernel sees it */
  Bool may_return;                    /* from the kernel */
  Bool killed;
  struct {
    spy_guest guest;
    ULong shadow[FAKE_SHADOW_BYTES / 8];
  } registers;
} thread;

static schedule_world world;
static const trial_step *steps;
static size_t n_steps;
static dice luck;
static naive_schedule model;
static thread threads[FAKE_THREADS];
static ThreadId most;     /* thread so far */
static unsigned programs; /* begun */
static guest_shape shapes[WORLD_BLOCKS];
static guest_block *blocks[WORLD_BLOCKS], *spin_block, *set_block, *atomic_block, *call_block;
static unsigned last_run; /* of these */
static Bool flags[WORLD_FLAGS];
static ThreadId owner; /* of the lock */
static Bool forked;

static thread *thread_of(ThreadId tid) { return &threads[tid]; }
static ThreadId number_of(const thread *t) { return (ThreadId)(t - threads); }
static spy_guest *guest_of(thread *t) { return &t->registers.guest; }

/* ---- the kernel ---- */

void spy_syscall_ends(ThreadId tid) { threads[tid].in_call = model.threads[tid].in_call = False; }
Bool spy_syscall_is_in(ThreadId tid) { return threads[tid].in_call; }
Bool spy_syscall_waits(ThreadId tid) { return threads[tid].in_call && threads[tid].kernel_waits; }
Bool spy_syscall_is_prompt(ThreadId tid) { return threads[tid].in_call && !threads[tid].kernel_waits; }
Bool spy_syscall_goes_on(ThreadId tid) { return threads[tid].in_call && !threads[tid].kernel_waits; }
Bool spy_host_thread_sleeps(Int host_thread) { return host_thread != 0 && threads[host_thread - HOST].sleeps; }

Bool spy_host_thread_is_alive(Int host_thread) {
  return threads[host_thread - HOST].place != OVER ? True : dice_chance(&luck, 50);
}

static void kernel_waits(thread *t, Bool waits) { t->kernel_waits = model.threads[number_of(t)].kernel_waits = waits; }

/* ---- comparing ---- */

static void compare_room(ThreadId tid) {
  if (!spy_queue_of(tid) || !spy_queue_of(tid)->started || spy_stopped()) return;
  const ULong *cursor = spy_queue_cursor(tid);
  const ULong *half = (const ULong *)((Addr)spy_queue_of(tid)->memory + spy_queue_full_bit());
  const Long left = half - cursor;
  if (left != model.threads[tid].left)
    trial_fail("thread %u has room for %lld words, not %lld", tid, left, (Long)model.threads[tid].left);
}

static void compare_processor(UInt i) {
  const Bool empty = naive_lane_is_empty(&model.lanes, i);
  if (spy_lane_is_empty(i) != empty) trial_fail("processor %u has %s words", i, empty ? "still" : "no");
  const ULong now = coh_now(spy_system, i), expected = naive_lane_now(&model.lanes, i);
  if (now != expected) trial_fail("processor %u is at %llu, not %llu", i, now, expected);
  if (spy_threads.processors[i].quantum != model.processors[i].quantum)
    trial_fail("processor %u: a slice has %llu cycles, not %llu; heard %llu, not %llu", i,
               spy_threads.processors[i].quantum, (ULong)model.processors[i].quantum, spy_threads.processors[i].heard,
               (ULong)model.processors[i].heard);
}

/* By processor and line of the region: the line's page was shared already when the processor's lane was last seen
 * empty. */
static Bool shared_before[NAIVE_PROCESSORS][NAIVE_LINES];

static Bool is_shared(ULong line) { return coh_pages_user(spy_system->pages, line) == 0; }

static void note_shared(UInt processor) {
  for (ULong i = 0; i < world.region.lines; i++) shared_before[processor][i] = is_shared(world.region.first + i);
}

/* What a processor's lane was given since it was empty, and no more, is noted as what it is about to touch (lines that
 * share a hash are one); but not in pages of its own, and perhaps more in those that are shared only since then. Where
 * nothing is simulated that need not be. */
static void compare_pending(UInt processor) {
  const naive_records *given = &model.lanes.lanes[processor].all;
  static Bool touched[1 << 17];
  const coh_pending *pending = spy_system->pending;
  const SizeT hashes = (SizeT)1 << pending->bits;
  tl_assert(hashes <= sizeof touched);
  VG_(memset)(touched, 0, hashes);
  for (unsigned i = 0; i < given->n; i++) {
    const naive_record *record = &given->records[i];
    for (unsigned r = 0; record->run && r < record->run->n; r++)
      for (ULong line = record->words[1 + r] / world.machine.d1.line;
           line <= (record->words[1 + r] + record->run->references[r].size - 1) / world.machine.d1.line; line++)
        touched[coh_pending_hash(pending, line)] = True;
  }
  for (ULong line = world.region.first; line < world.region.first + world.region.lines; line++) {
    const uint32_t hash = coh_pending_hash(pending, line);
    const Bool noted = (pending->lines[hash].touch >> processor & 1) != 0;
    const Bool shared = is_shared(line), more = shared && !shared_before[processor][line - world.region.first];
    if (noted ? !touched[hash] && !more : touched[hash] && shared && world.simulates)
      trial_fail("processor %u: line %llu is noted: %d", processor, line, noted);
  }
}

static void compare_all(void) {
  for (UInt i = 0; i < world.machine.processors; i++) compare_processor(i);
  if (spy_collecting() != model.lanes.collecting) trial_fail("collecting: %d", spy_collecting());
  if (spy_schedule_is_merging() != model.merging) trial_fail("merging: %d", spy_schedule_is_merging());
}

/* ---- the lock ---- */

static void arrive(thread *t) {
  t->place = HERE;
  if (model.threads[number_of(t)].asleep) note(SEEN_BACK);
  spy_schedule_arrive(number_of(t));
  naive_arrives(&model, number_of(t));
}

/* Threads that can come for the lock do, or later. */
static void come_back(void) {
  for (ThreadId tid = 1; tid <= most; tid++) {
    thread *t = &threads[tid];
    if (t->place == COMING && dice_chance(&luck, 80)) arrive(t);
    if (t->place == IN_KERNEL && t->may_return && dice_chance(&luck, 30)) arrive(t);
  }
}

/* Only a thread in a call that soon ends keeps the lock. (Here no such call ends in time.) */
static void compare_keeps(const thread *t) {
  const naive_thread *n = &model.threads[number_of(t)];
  const Bool keeps = model.merging && !model.ending && !n->ends && !n->waits && n->in_call && !n->kernel_waits;
  if (spy_schedule_keeps() != keeps) trial_fail("thread %u keeps the lock: %d", number_of(t), !keeps);
}

/* The thread that has the lock gives it back, and has it again when this returns. */
static void leave(thread *t, place to) {
  Int ended;
  compare_keeps(t);
  if (spy_schedule_leaving(&ended) != number_of(t) || owner != number_of(t))
    trial_fail("thread %u has not the lock", owner);
  if (ended != (model.threads[owner].ends ? HOST + (Int)owner : 0)) trial_fail("thread %u ends: %d", owner, ended);
  const Bool extends = !naive_lane_is_empty(&model.lanes, model.threads[owner].processor);
  if (model.merging && model.threads[owner].recorded.n != 0 && extends) note(SEEN_EXTENDED);
  const UInt processor = model.threads[owner].processor;
  spy_schedule_leave();
  naive_leaves(&model);
  if (spy_system->pending) {
    if (naive_lane_is_empty(&model.lanes, processor))
      note_shared(processor);
    else
      compare_pending(processor);
  }
  t->place = to;
  t->sleeps = t->sleeps && to == IN_KERNEL;
  owner = VG_INVALID_THREADID;
  fiber_pause();
}

static void end_thread(thread *t) {
  fake_core.exiting[number_of(t)] = True;
  spy_recording_end(number_of(t));
  naive_drain(&model, number_of(t));
  model.threads[number_of(t)].started = false;
  spy_schedule_exit(number_of(t));
  naive_exit(&model, number_of(t));
  leave(t, OVER);
}

/* The core lets the thread run the program's code. */
static void go_on(thread *t) {
  const ThreadId tid = number_of(t);
  if (t->killed) end_thread(t);
  spy_syscall_ends(tid);
  if (!spy_stopped()) spy_recording_run(tid);
  naive_runs(&model, tid);
  compare_room(tid);
}

static void begin_slice(thread *t) {
  guest_of(t)->host_EvC_COUNTER = BLOCKS_LEFT;
  go_on(t);
}

/* Between two slices the core looks for signals. */
static void look_for_signals(ThreadId tid) {
  const UInt before = fake_core.polls[tid];
  __wrap_vgPlain_poll_signals(tid);
  const Bool looked = fake_core.polls[tid] != before;
  if (looked != naive_polls(&model, tid, fake_core.pending_signals))
    trial_fail("thread %u: looks for signals: %d", tid, looked);
  note(looked ? SEEN_POLL : SEEN_NO_POLL);
}

static void end_slice(thread *t) {
  leave(t, COMING);
  look_for_signals(number_of(t));
  begin_slice(t);
}

void VG_(release_BigLock)(ThreadId tid, spy_core_status status, const HChar *who) {
  (void)status, (void)who;
  leave(&threads[tid], COMING);
}

void VG_(acquire_BigLock)(ThreadId tid, const HChar *who) {
  (void)who;
  if (owner != tid) trial_fail("thread %u runs, not %u", owner, tid);
}

/* ---- the program's code ---- */

static void full(thread *t) {
  const ThreadId tid = number_of(t);
  ULong *cursor = spy_queue_cursor(tid);
  t->registers.shadow[0] = (ULong)cursor;
  spy_recording_full(guest_of(t));
  const Bool goes_on = naive_full(&model, tid), over_now = guest_of(t)->host_EvC_COUNTER == 0;
  if (over_now == goes_on) trial_fail("thread %u: its slice goes on: %d", tid, goes_on);
  if (goes_on && model.threads[tid].recorded.n != 0) note(SEEN_GROWN);
  compare_room(tid);
  compare_all();
}

static void record(thread *t, const naive_record *r) {
  if (spy_stopped()) return;
  guest_record(number_of(t), r);
  naive_records_one(&model, number_of(t), r);
}

/* Translated code looks at the start of a block whether the slice is over and whether the queue is full. (Another
 * thread may have the block translated anew meanwhile.) */
static void execute(thread *t, guest_block *const *b, unsigned exit, const ULong *addresses) {
  const ThreadId tid = number_of(t);
  fake_core.ip[tid] = (*b)->block->start;
  if (guest_of(t)->host_EvC_COUNTER == 0) end_slice(t);
  if (!spy_stopped()) {
    if (spy_queue_is_full(tid) != naive_is_full(&model, tid))
      trial_fail("thread %u: full is %d", tid, spy_queue_is_full(tid));
    if (spy_queue_is_full(tid)) full(t);
  }
  const naive_record r = guest_run(*b, exit, addresses);
  record(t, &r);
}

static ULong region_start(void) { return world.region.first * world.machine.d1.line; }
static ULong word_at(ULong number) {
  return region_start() + 8 * (number % (world.region.lines * (world.machine.d1.line / 8)));
}
static ULong flag_at(unsigned flag) { return word_at(flag * (world.machine.d1.line / 8) + flag); }

/* The flags' lines belong to them. */
static ULong other_word(ULong number) {
  const ULong words = (world.region.lines - WORLD_FLAGS) * (world.machine.d1.line / 8);
  return region_start() + WORLD_FLAGS * world.machine.d1.line + 8 * (number % words);
}

static void event(thread *t, spy_event kind, ULong a, ULong b, ULong c) {
  const ThreadId tid = number_of(t);
  if (spy_stopped()) return;
  if (spy_queue_is_full(tid)) naive_drain(&model, tid);
  spy_recording_event(kind, a, b, c);
  naive_record r = {.event = kind,
                    .n_words = 1 + spy_event_words(kind),
                    .words = {spy_header(kind, spy_event_words(kind)), a, b, c}};
  naive_records_one(&model, tid, &r);
  compare_room(tid);
}

static void run_block(thread *t, const trial_step *s) {
  const unsigned stride = s->c % 3 == 0 ? 0 : s->c / 3 % 5;
  for (unsigned i = 0; i < s->b; i++) {
    guest_block *const *b = &blocks[last_run = s->a % WORLD_BLOCKS];
    const unsigned exit = (*b)->n_exits > 1 && (i + s->c) % 7 < 2;
    ULong addresses[NAIVE_REFERENCES];
    for (unsigned r = 0; r < (*b)->runs[exit].n; r++)
      addresses[r] = other_word(s->c / 16 + i * stride + r * (s->c % 4));
    execute(t, b, exit, addresses);
  }
}

/* Some wait with events in each round (calls of wrappers); some find that they need not wait just when their slice is
 * over. The flag is read at any place of the block. */
static void spin(thread *t, const trial_step *s) {
  ULong addresses[] = {other_word(s->c), other_word(s->c + 1u), other_word(s->c + 2u)};
  addresses[s->b % spin_block->runs[0].n] = flag_at(s->a % WORLD_FLAGS);
  const Bool events = s->c % 8 == 0, ends_full = s->c % 4 == 1;
  for (unsigned i = 0; i < LEAST_SPINS + (unsigned)s->b && !flags[s->a % WORLD_FLAGS]; i++) {
    if (ends_full && i > LEAST_SPINS / 2 && !spy_stopped() && spy_queue_is_full(number_of(t))) break;
    execute(t, &spin_block, 0, addresses);
    if (events) event(t, SPY_EVENT_RETURN, 0, 0, 0);
  }
  const ULong behind[] = {other_word(s->c), other_word(s->c)};
  if (ends_full) execute(t, &set_block, 0, behind);
}

/* Some have a stretch before it that is not collected. */
static void set(thread *t, const trial_step *s, Bool value) {
  const ULong addresses[] = {flag_at(s->a % WORLD_FLAGS), other_word(s->c)};
  const ULong elsewhere[] = {other_word(s->c), other_word(s->c + 1u), other_word(s->c + 2u)};
  if (s->c % 4 == 3) {
    event(t, SPY_EVENT_COLLECT, 0, 0, 0);
    for (unsigned i = 0; i < s->b % 8u; i++) execute(t, &spin_block, 0, elsewhere);
    event(t, SPY_EVENT_COLLECT, 1, 0, 0);
  }
  execute(t, &set_block, 0, addresses);
  flags[s->a % WORLD_FLAGS] = value;
}

/* Translated code that is to end its slice asks whether it is the thread's turn again (translate/spy_turn.c).
 * Others come back at any time. Returns whether it is. */
static bool end_turn(thread *t, Addr at) {
  const ThreadId tid = number_of(t);
  come_back();
  spy_turns.at = 0;
  spy_recording_turn(at);
  const bool expected = !spy_stopped() && naive_turns(&model, tid, at);
  if ((spy_turns.at == at) != expected) trial_fail("thread %u: its turn ends: %d", tid, spy_turns.at != at);
  compare_all();
  if (!expected) {
    end_slice(t);
    return false;
  }
  note(SEEN_TURN);
  compare_room(tid);
  return true;
}

/* A block with an atomic instruction is left at its start, and entered again in the thread's turn
 * (translate/spy_turn.c). */
static void run_atomic(thread *t, const trial_step *s) {
  const ULong addresses[] = {flag_at(s->a % WORLD_FLAGS)};
  const Addr start = atomic_block->block->start;
  fake_core.ip[number_of(t)] = start;
  if (guest_of(t)->host_EvC_COUNTER == 0) end_slice(t);
  if (spy_turns.atomics && spy_turns.at != start) {
    if (!end_turn(t, start)) note(SEEN_LEFT_ATOMIC);
    if (spy_schedule_is_merging() && spy_turns.at != start) trial_fail("an atomic block is left again");
  }
  spy_turns.at = 0;
  execute(t, &atomic_block, 0, addresses);
}

/* ---- system calls ---- */

/* With several threads a slice ends before each. */
static void begin_call(thread *t) {
  if ((spy_turns.keep == 0) != model.merging && !model.let_go)
    trial_fail("slices end before calls: %d", spy_turns.keep == 0);
  if (spy_turns.keep == 0) end_turn(t, call_block->block->start);
  execute(t, &call_block, 0, NULL);
  spy_recording_drain();
  naive_drain(&model, number_of(t));
  t->in_call = model.threads[number_of(t)].in_call = True;
  kernel_waits(t, False);
  t->sleeps = False;
}

/* One that the tool does not answer: signals may come of it. */
static void begin_kernel_call(thread *t) {
  begin_call(t);
  spy_polls_are_due();
  model.occasions++;
}

static void end_call(thread *t) { spy_syscall_ends(number_of(t)); }

/* Waits in the kernel. */
static void stay_in_kernel(thread *t, Bool known, Bool until_released) {
  begin_kernel_call(t);
  come_back();
  kernel_waits(t, known);
  t->sleeps = until_released;
  t->may_return = !until_released;
  leave(t, IN_KERNEL);
  if (t->killed) end_thread(t);
  end_call(t);
  spy_schedule_recheck(spy_syscall_goes_on, number_of(t));
  naive_rechecks(&model, number_of(t));
}

static void wait(thread *t, const trial_step *s) {
  const ThreadId tid = number_of(t);
  const ULong deadline = s->b != 0 ? fake_core.monotonic_ns + s->b * 1000ULL : 0;
  begin_call(t);
  naive_begins_to_wait(&model, tid, deadline);
  spy_schedule_wait(tid, deadline);
  model.threads[tid].waits = false;
  if (t->killed) end_thread(t);
  const spy_wake why = spy_schedule_woken(tid);
  if (why != (spy_wake)model.threads[tid].why) trial_fail("thread %u: its wait ended for reason %d", tid, why);
  note(why == SPY_WOKEN ? SEEN_WOKEN : why == SPY_TIMED_OUT ? SEEN_TIMED_OUT : SEEN_INTERRUPTED);
  if (why == SPY_INTERRUPTED) fake_core.pending_signals = 0; /* it takes the signal */
  end_call(t);
  if (why == SPY_INTERRUPTED && model.merging) end_slice(t);
}

static ThreadId some_thread(unsigned a) { return a % most + 1; }

static void wake(thread *t, const trial_step *s) {
  const ThreadId other = some_thread(s->a), waker = s->c % 4 != 0 ? number_of(t) : VG_INVALID_THREADID;
  begin_call(t);
  spy_schedule_wake(other, SPY_WOKEN, waker);
  naive_wakes(&model, other, waker);
  end_call(t);
}

/* The kernel lets a thread go on that it keeps. */
static void release(thread *t, const trial_step *s) {
  thread *other = thread_of(some_thread(s->a));
  begin_kernel_call(t);
  kernel_waits(other, False);
  other->sleeps = False;
  other->may_return = True;
  come_back();
  if (s->c % 2 && other != t) {
    leave(t, COMING);
    if (t->killed) end_thread(t);
  }
  end_call(t);
  spy_schedule_recheck(spy_syscall_goes_on, number_of(t));
  naive_rechecks(&model, number_of(t));
}

static void send_signal(thread *t, const trial_step *s) {
  const ThreadId other = some_thread(s->a), self = number_of(t);
  begin_kernel_call(t);
  spy_schedule_signalling(other, self);
  if (threads[other].place != OVER && threads[other].place != NOT_YET) naive_is_about_to_signal(&model, other, self);
  if (s->b == 0) threads[other].may_return = True;
  end_call(t);
  spy_schedule_signalled(HOST + (Int)other, self);
  if (threads[other].place != OVER) naive_signals(&model, other, self);
}

static void send_signal_to_all(thread *t) {
  begin_kernel_call(t);
  end_call(t);
  spy_schedule_signalled(0, number_of(t));
  naive_signals(&model, 0, number_of(t));
}

static void yield(thread *t) {
  begin_call(t);
  spy_schedule_yield(number_of(t));
  naive_yields(&model, number_of(t));
  end_call(t);
  end_slice(t);
}

static void move(thread *t, const trial_step *s) {
  const UInt to = s->a % world.machine.processors;
  begin_call(t);
  if (spy_schedule_is_merging()) {
    if (to != spy_schedule_target(number_of(t))) note(SEEN_MOVED);
    spy_schedule_move(number_of(t), to);
    naive_moves(&model, number_of(t), to);
  }
  end_call(t);
  if (s->c % 2) guest_of(t)->host_EvC_COUNTER = 0;
}

/* ---- threads ---- */

static void live(void *closure);

static void create(thread *t, const trial_step *s) {
  begin_kernel_call(t);
  const ThreadId child = most + 1;
  if (programs == WORLD_PROGRAMS || child == FAKE_THREADS) {
    end_call(t);
    return;
  }
  if (!spy_schedule_is_merging()) spy_recording_drain();
  spy_schedule_create(number_of(t), child);
  naive_create(&model, number_of(t), child);
  if (s->b != 0) {
    spy_recording_end(child);
    spy_schedule_exit(child);
    naive_exit(&model, child);
    end_call(t);
    return;
  }
  most = child;
  threads[child] = (thread){.program = programs++, .place = COMING};
  threads[child].fiber = fiber_new(live, &threads[child]);
  end_call(t);
  spy_schedule_created(child, HOST + (Int)child);
  model.threads[child].made = true;
}

static void fork_child(thread *t) {
  begin_call(t);
  end_call(t);
  for (ThreadId tid = 1; tid <= most; tid++)
    if (thread_of(tid) != t) threads[tid].place = OVER;
  spy_schedule_forked(number_of(t));
  spy_recording_forget();
  naive_fork(&model, number_of(t));
  forked = True;
}

static Bool others_are_over(const thread *t) {
  for (ThreadId tid = 1; tid <= most; tid++)
    if (thread_of(tid) != t && threads[tid].place != OVER) return False;
  return True;
}

static Bool all_are_over(void) { return others_are_over(NULL); }

/* The process ends: the core tells the threads to end, and the one that asked for it waits for that: behind a call
 * (execve), or within one that a signal has ended. */
static void end_all(thread *t, const trial_step *s, Bool announced, Bool seen) {
  begin_call(t);
  if (announced) spy_schedule_end_all();
  model.ending = true;
  if (s->c % 3 == 0) spy_syscall_ends(number_of(t));
  if (s->c % 3 == 1) kernel_waits(t, True);
  for (ThreadId tid = 1; tid <= most; tid++) {
    threads[tid].killed = threads[tid].may_return = True;
    fake_core.exiting[tid] = &threads[tid] != t;
  }
  if (seen) fake_core.pending_signals = KILL_SIGNAL;
  while (!others_are_over(t)) leave(t, COMING);
  end_thread(t);
}

/* As in run/spy_stop.c. */
static void stop_recording(thread *t) {
  end_slice(t);
  if (spy_stopped()) return;
  spy_recording_finish();
  naive_finish_all(&model);
  spy_blocks_flush();
  spy_schedule_let_go();
  spy_set_stopped();
  naive_let_go(&model);
}

static guest_block *make_block(const guest_shape *shape) {
  static Addr code = 0x400000;
  guest_block *b = VG_(malloc)("test", sizeof *b);
  guest_block_make(b, shape, 0, code += 0x100, False);
  return b;
}

static void discard(thread *t, const trial_step *s) {
  static const guest_shape other_shape = {.n = 1,
                                          .tail = 9,
                                          .side = 1,
                                          .side_tail = 8,
                                          .references = {{.gap = 3, .kind = COH_MODIFY, .size = 1}}};
  if (s->c % 2) end_slice(t);
  const unsigned number = s->c % 8 < 4 ? last_run : s->a % WORLD_BLOCKS;
  guest_block **b = &blocks[number];
  if (spy_stopped()) return;
  spy_recording_drain();
  naive_drain(&model, number_of(t));
  spy_block_discard((*b)->block, spy_slice_loads(), spy_slice_may_hold);
  make_block(&other_shape); /* would get the numbers of exits that are free too early */
  *b = make_block(&shapes[number]);
}

static void name(thread *t, const trial_step *s) {
  const ULong line = world.machine.d1.line, range = s->a % WORLD_RANGES;
  const ULong start = region_start() + (WORLD_FLAGS + 2 * range) * line;
  if (s->kind == STEP_NAME)
    event(t, SPY_EVENT_NAME, start, line, 1 + range);
  else
    event(t, SPY_EVENT_UNNAME, start, 0, 0);
}

static void take(thread *t, const trial_step *s) {
  trial_note(s->kind);
  switch ((world_step_kind)s->kind) {
    case STEP_RUN: run_block(t, s); break;
    case STEP_SPIN: spin(t, s); break;
    case STEP_SET:
    case STEP_CLEAR: set(t, s, s->kind == STEP_SET); break;
    case STEP_ATOMIC: run_atomic(t, s); break;
    case STEP_WAIT: wait(t, s); break;
    case STEP_WAKE: wake(t, s); break;
    case STEP_YIELD: yield(t); break;
    case STEP_MOVE: move(t, s); break;
    case STEP_CREATE: create(t, s); break;
    case STEP_BLOCK: stay_in_kernel(t, True, True); break;
    case STEP_NAP: stay_in_kernel(t, False, True); break;
    case STEP_CALL: stay_in_kernel(t, False, False); break;
    case STEP_RELEASE: release(t, s); break;
    case STEP_SIGNAL: send_signal(t, s); break;
    case STEP_SIGNAL_ALL: send_signal_to_all(t); break;
    case STEP_COLLECT: event(t, SPY_EVENT_COLLECT, s->a, 0, 0); break;
    case STEP_NAME:
    case STEP_UNNAME: name(t, s); break;
    case STEP_DISCARD: discard(t, s); break;
    case STEP_FORK: fork_child(t); break;
    case STEP_END_ALL: end_all(t, s, True, False); break;
    case STEP_KILL: end_all(t, s, False, s->b); break;
    case STEP_STOP: stop_recording(t); break;
    case STEP_KINDS: break;
  }
}

static void live(void *closure) {
  thread *t = closure;
  begin_slice(t);
  for (size_t i = 0; i < n_steps; i++) {
    if (steps[i].actor != t->program) continue;
    take(t, &steps[i]);
    go_on(t);
  }
  begin_call(t);
  end_thread(t);
}

/* ---- the host ---- */

static Bool is_any(place where) {
  for (ThreadId tid = 1; tid <= most; tid++)
    if (threads[tid].place == where && (where != IN_KERNEL || threads[tid].may_return)) return True;
  return False;
}

/* A thread that waits for its turn looks around. */
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
    if (t->alive && spy_news_patience(tid) != expected)
      trial_fail("thread %u: patience %d", tid, spy_news_patience(tid));
  }
}

/* The lock is free. Returns whether a thread got it, and has run. */
static Bool decide(void) {
  ThreadId next, expected;
  do {
    const Bool merged = model.merging;
    next = spy_schedule_choose();
    expected = naive_choose(&model);
    if (merged && !model.merging) note(SEEN_ALONE_AGAIN);
    if (next != expected) trial_fail("thread %u is next, not %u", next, expected);
    compare_all();
  } while (spy_news_has_come());
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

/* Nothing has gone on by itself so many times: something comes from outside. */
static void rescue(unsigned times) {
  if (times > 2000) trial_fail("nobody goes on");
  if (times % 20 == 10) fake_core.pending_signals |= 1ULL << (times % 30);
  if (times % 20 == 15)
    for (ThreadId tid = 1; tid <= most; tid++) threads[tid].may_return = True;
  look_around(True);
}

static void go_through(void) {
  unsigned idle = 0;
  while (!all_are_over()) {
    come_back();
    look_around(False);
    compare_patience();
    idle = decide() || is_any(COMING) || is_any(IN_KERNEL) ? 0 : idle + 1;
    if (idle > 3) rescue(idle);
  }
  note(SEEN_ENDED);
}

/* ---- the end ---- */

static void compare_counts(void) {
  for (UInt i = 0; i < world.machine.processors; i++) {
    const coh_counts *counts = coh_counts_of(spy_system, i), *expected = naive_counts_of(model.lanes.machine, i);
    const uint64_t *a = (const uint64_t *)counts, *b = (const uint64_t *)expected;
    for (unsigned c = 0; c < sizeof *counts / sizeof *a; c++)
      if (a[c] != b[c] && !(forked && c < 2))
        trial_fail("processor %u, count %u: %llu, not %llu", i, c, (ULong)a[c], (ULong)b[c]);
    const ULong idle = bin_account_idle_cycles(spy_account, i);
    if (idle != model.idle[i])
      trial_fail("processor %u was idle for %llu cycles, not %llu", i, idle, (ULong)model.idle[i]);
    if (idle != 0) note(SEEN_IDLE);
    for (ULong told = model.lanes.told[i]; told > 0; told--) note(SEEN_TOLD);
  }
  for (unsigned cuts = model.lanes.cuts; cuts > 0; cuts--) note(SEEN_CUT);
}

static void compare_bins(void) {
  uint64_t found[1 + WORLD_RANGES] = {0};
  const bin_cells *cells = bin_account_cells(spy_account);
  for (UInt i = 0; i < cells->n; i++) {
    const bin_cell *cell = bin_cells_get(cells, i);
    if (cell->bin > WORLD_RANGES) trial_fail("bin %u", cell->bin);
    found[cell->bin] += cell->reads + cell->writes;
  }
  for (unsigned bin = 0; bin <= WORLD_RANGES; bin++)
    if (found[bin] != model.lanes.references_in[bin])
      trial_fail("bin %u has %llu references, not %llu", bin, (ULong)found[bin], (ULong)model.lanes.references_in[bin]);
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
  spy_set_collecting(True);
  spy_threads_start(HOST + 1);
  most = programs = 1;
  threads[1] = (thread){.place = COMING};
  threads[1].fiber = fiber_new(live, &threads[1]);
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
