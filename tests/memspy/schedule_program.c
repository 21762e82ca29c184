/* schedule_program.c: executes the threads of a world, and replaces the core and translated code. See schedule_run.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/memspy/schedule_run.h"

#include "memspy/core/spy_core.h"
#include "memspy/record/spy_lane.h"
#include "memspy/run/spy_recording.h"
#include "memspy/schedule/spy_jitter.h"
#include "memspy/schedule/spy_schedule.h"
#include "memspy/schedule/spy_signal_polls.h"
#include "memspy/schedule/spy_slice.h"
#include "memspy/schedule/spy_syscall_waits.h"
#include "memspy/schedule/spy_thread-inl.h"
#include "memspy/schedule/spy_wait.h"

/* ---- the lock ---- */

static void arrive(thread *t) {
  t->place = HERE;
  if (model.threads[number_of(t)].asleep) note(SEEN_BACK);
  spy_schedule_arrive(number_of(t));
  naive_arrives(&model, number_of(t));
}

/* Threads that can ask for the lock do so now, or later. */
void threads_come_back(void) {
  for (ThreadId tid = 1; tid <= most; tid++) {
    thread *t = &threads[tid];
    if (t->place == COMING && dice_chance(&luck, 80)) arrive(t);
    if (t->place == IN_KERNEL && t->may_return && dice_chance(&luck, 30)) arrive(t);
  }
}

/* Only a thread in a call that ends soon keeps the lock. (Here, no such call ends in time.) */
static void compare_keeps(const thread *t) {
  const naive_thread *n = &model.threads[number_of(t)];
  const Bool keeps = model.merging && !model.ending && !n->ends && !n->waits && n->in_call && !n->kernel_waits;
  if (spy_schedule_keeps() != keeps) trial_fail("thread %u keeps the lock: %d", number_of(t), !keeps);
}

/* The thread that holds the lock releases it, and holds it again when this returns. */
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
    if (naive_lane_is_empty(&model.lanes, processor)) note_shared(processor);
    for (UInt i = 0; i < world.machine.processors; i++)
      if (!naive_lane_is_empty(&model.lanes, i)) compare_pending(i, i == processor);
  }
  t->place = to;
  t->sleeps = t->sleeps && to == IN_KERNEL;
  owner = VG_INVALID_THREADID;
  fiber_pause();
}

static void end_thread(thread *t) {
  fake_core.exiting[number_of(t)] = True;
  spy_recording_end(number_of(t));
  naive_schedule_drain(&model, number_of(t));
  model.threads[number_of(t)].started = false;
  spy_schedule_exit(number_of(t));
  naive_exit(&model, number_of(t));
  leave(t, OVER);
}

/* The core lets the thread execute the program's code. */
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

/* Between two slices, the core checks for signals. */
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

/* Translated code checks at the start of a block whether the slice is over and whether the queue is full. (Another
 * thread may have the block translated anew in the meantime.) */
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

/* Returns the address of a word. The lines of the flags contain no such words. */
static ULong other_word(ULong number) {
  const ULong words = (world.region.lines - WORLD_FLAGS) * (world.machine.d1.line / 8);
  return region_start() + WORLD_FLAGS * world.machine.d1.line + 8 * (number % words);
}

/* Some references start within a word, and end in the next line or page. */
static ULong run_address(const trial_step *s, ULong number) {
  const ULong word = other_word(number);
  return s->c % 7 == 3 && word + 8 < word_at(0) + world.region.lines * world.machine.d1.line ? word + 5 : word;
}

static void event(thread *t, spy_event kind, ULong a, ULong b, ULong c) {
  const ThreadId tid = number_of(t);
  if (spy_stopped()) return;
  if (spy_queue_is_full(tid)) naive_schedule_drain(&model, tid);
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
      addresses[r] = run_address(s, s->c / 16 + i * stride + r * (s->c % 4));
    execute(t, b, exit, addresses);
  }
}

/* Some waits have events in each round (returns); some end by themselves just when their slice is over. The flag is
 * read at any place of the block. */
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

/* A single thread's queue ends before collection starts or stops, as in spy_requests.c. */
static void collect(thread *t, Bool on) {
  if (!spy_schedule_has_threads() && !spy_stopped()) {
    spy_recording_drain();
    naive_schedule_drain(&model, number_of(t));
  }
  event(t, SPY_EVENT_COLLECT, on, 0, 0);
}

/* Sets or clears a flag. Sometimes a stretch that is not collected precedes this. */
static void set(thread *t, const trial_step *s, Bool value) {
  const ULong addresses[] = {flag_at(s->a % WORLD_FLAGS), other_word(s->c)};
  const ULong elsewhere[] = {other_word(s->c), other_word(s->c + 1u), other_word(s->c + 2u)};
  if (s->c % 4 == 3) {
    collect(t, False);
    for (unsigned i = 0; i < s->b % 8u; i++) execute(t, &spin_block, 0, elsewhere);
    collect(t, True);
  }
  execute(t, &set_block, 0, addresses);
  flags[s->a % WORLD_FLAGS] = value;
}

/* Translated code that should end its slice asks whether it is the thread's turn again (translate/spy_turn.c). Other
 * code returns at any time. Returns whether it is its turn. */
static bool end_turn(thread *t, Addr at) {
  const ThreadId tid = number_of(t);
  threads_come_back();
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

/* With several threads, a slice ends before each system call. */
static void begin_call(thread *t) {
  if ((spy_turns.keep == 0) != model.merging && !model.let_go)
    trial_fail("slices end before calls: %d", spy_turns.keep == 0);
  if (spy_turns.keep == 0) end_turn(t, call_block->block->start);
  execute(t, &call_block, 0, NULL);
  spy_recording_drain();
  naive_schedule_drain(&model, number_of(t));
  t->in_call = model.threads[number_of(t)].in_call = True;
  kernel_waits(t, False);
  t->sleeps = False;
}

/* A call that the tool does not handle: signals may arrive during it. */
static void begin_kernel_call(thread *t) {
  begin_call(t);
  spy_signal_polls_are_due();
  model.occasions++;
}

static void end_call(thread *t) { spy_syscall_ends(number_of(t)); }

/* A call ends that may have let other threads continue. */
static void end_kernel_call(thread *t) {
  end_call(t);
  spy_schedule_recheck(spy_syscall_goes_on, number_of(t));
  naive_rechecks(&model, number_of(t));
}

/* Waits in the kernel. */
static void stay_in_kernel(thread *t, Bool known, Bool until_released) {
  begin_kernel_call(t);
  threads_come_back();
  kernel_waits(t, known);
  t->sleeps = until_released;
  t->may_return = !until_released;
  leave(t, IN_KERNEL);
  if (t->killed) end_thread(t);
  end_kernel_call(t);
}

static UInt some_signal(unsigned c) { return c % 8 == 7 ? 0 : 1 + c % 3 * 10; }

/* Sometimes blocks one or two of the three signals that are sent (test_schedule.c). */
static void block_signals(ThreadId tid, unsigned c) {
  const unsigned n = c % 4 == 0 ? 1 + c / 4 % 2 : 0;
  ULong blocked = 0;
  for (unsigned i = 0; i < n; i++) blocked |= 1ULL << (some_signal(c / 8 % 3 + i) - 1);
  fake_core.blocked[tid] = blocked;
  naive_blocks(&model, tid, blocked);
}

static void wait(thread *t, const trial_step *s) {
  const ThreadId tid = number_of(t);
  block_signals(tid, s->c);
  const ULong deadline = s->b != 0 ? fake_core.monotonic_ns + s->b * 1000ULL : 0;
  begin_call(t);
  naive_begins_to_wait(&model, tid, deadline);
  spy_schedule_wait(tid, deadline);
  model.threads[tid].waits = false;
  if (t->killed) end_thread(t);
  const spy_wake why = spy_schedule_woken(tid);
  if (why != (spy_wake)model.threads[tid].why) trial_fail("thread %u: its wait ended for reason %d", tid, why);
  note(why == SPY_WOKEN ? SEEN_WOKEN : why == SPY_TIMED_OUT ? SEEN_TIMED_OUT : SEEN_INTERRUPTED);
  if (why == SPY_INTERRUPTED) fake_core.pending_signals = 0; /* it receives the signal */
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

/* The kernel lets a thread continue that it has blocked. */
static void release(thread *t, const trial_step *s) {
  thread *other = thread_of(some_thread(s->a));
  begin_kernel_call(t);
  kernel_waits(other, False);
  other->sleeps = False;
  other->may_return = True;
  threads_come_back();
  if (s->c % 2 && other != t) {
    leave(t, COMING);
    if (t->killed) end_thread(t);
  }
  end_kernel_call(t);
}

static void send_signal(thread *t, const trial_step *s) {
  const ThreadId other = some_thread(s->a), self = number_of(t);
  begin_kernel_call(t);
  spy_schedule_signalling(other, self);
  if (threads[other].place != OVER && threads[other].place != NOT_YET) naive_is_about_to_signal(&model, other, self);
  if (s->b == 0) threads[other].may_return = True;
  end_call(t);
  spy_schedule_signalled(HOST + (Int)other, some_signal(s->c), self);
  if (threads[other].place != OVER) naive_signals(&model, other, some_signal(s->c), self);
}

/* In half of the cases, another process sends the signal. */
static void send_signal_to_all(thread *t, const trial_step *s) {
  begin_kernel_call(t);
  end_call(t);
  if (s->a % 2 && some_signal(s->c) != 0) fake_core.pending_signals |= 1ULL << (some_signal(s->c) - 1);
  if (s->a % 2) return;
  spy_schedule_signalled(0, some_signal(s->c), number_of(t));
  naive_signals(&model, 0, some_signal(s->c), number_of(t));
}

static void yield(thread *t) {
  begin_call(t);
  spy_schedule_yield(number_of(t));
  naive_yields(&model, number_of(t));
  end_call(t);
  end_slice(t);
}

static void move(thread *t, const trial_step *s) {
  const UInt n = world.machine.processors;
  const ULong set = 1ULL << s->a % n | 1ULL << s->b % n;
  begin_call(t);
  if (!(set >> spy_schedule_target(number_of(t)) & 1)) note(SEEN_MOVED);
  spy_recording_allow(number_of(t), set);
  naive_binds(&model, number_of(t), set);
  end_call(t);
  if (s->c % 2) guest_of(t)->host_EvC_COUNTER = 0;
}

/* ---- threads ---- */

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
  threads[child].fiber = fiber_new(thread_live, &threads[child]);
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

Bool threads_are_over(void) { return others_are_over(NULL); }

/* The process ends: the core makes the threads end, and the thread that requested it waits for their end: after a call
 * (execve), or within a call that a signal has ended. */
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
  naive_schedule_drain(&model, number_of(t));
  spy_block_discard((*b)->block, spy_slice_loads(), spy_slice_may_hold);
  make_block(&other_shape); /* would receive the numbers of exits that are freed too early */
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
    case STEP_SIGNAL_ALL: send_signal_to_all(t, s); break;
    case STEP_COLLECT: collect(t, s->a != 0); break;
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

void thread_live(void *closure) {
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
