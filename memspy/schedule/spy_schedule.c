/* spy_schedule.c: see spy_schedule.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/schedule/spy_schedule.h"

#include "coherence/coh_order-inl.h"
#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"
#include "memspy/drain/spy_drain_lanes.h"
#include "memspy/drain/spy_fence.h"
#include "memspy/drain/spy_outside.h"
#include "memspy/drain/spy_receivers.h"
#include "memspy/record/spy_lane.h"
#include "memspy/record/spy_queue.h"
#include "memspy/sample/spy_alias.h"
#include "memspy/sample/spy_sample.h"
#include "memspy/schedule/spy_jitter.h"
#include "memspy/schedule/spy_next_thread.h"
#include "memspy/schedule/spy_signal_polls.h"
#include "memspy/schedule/spy_slice.h"
#include "memspy/schedule/spy_slice_alone.h"
#include "memspy/schedule/spy_syscall_waits.h"
#include "memspy/schedule/spy_thread-inl.h"
#include "memspy/schedule/spy_wake_ups.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"
#include "memspy/sweep/spy_sweep.h"
#include "memspy/trace/spy_trace_control.h"
#include "memspy/trace/spy_trace_turn.h"

/* The cycles that a thread gets on a processor that other threads need, too. */
enum { TIME_SLICE = 100000 };

static UInt naps;        /* number of times that the thread that keeps the lock was seen asleep */
static Int leaver;       /* host thread that is ending; 0: none */
static ThreadId awaited; /* thread that was chosen, but has not come yet */
static UInt patience;    /* number of polls for its return */

/* ---- what is in use ---- */

void spy_schedule_prepare(void) {
  if (EXACT_INTERLEAVING) VG_(clo_fair_sched) = SPY_CORE_TRY_FAIR;
}

/* ---- whose turn it is ---- */

/* Of the threads that have come for the lock, returns the next one in turn. If the process is ending, this can also be
 * a waiting thread. */
static ThreadId any_thread(void) {
  static ThreadId last;
  for (ThreadId i = 1; i <= spy_threads.most; i++) {
    const ThreadId tid = (last + i - 1) % spy_threads.most + 1;
    if (spy_threads.of[tid].alive && spy_threads.of[tid].seat.here &&
        (spy_threads.ending || !spy_threads.of[tid].waits))
      return last = tid;
  }
  return VG_INVALID_THREADID;
}

/* Call when only one thread is left. */
static void stop_merging(void) {
  for (UInt i = 0; i < spy_system->config.processors; i++) spy_lane_finish(i);
  spy_threads.merging = False;
  spy_turns = (spy_turn){.keep = ~0u};
}

void spy_schedule_let_go(void) {
  if (!spy_is_exact()) return;
  stop_merging();
  spy_threads.let_go = True;
}

static void ring_alarm(UInt number) {
  for (ThreadId tid = 1; tid <= spy_threads.most; tid++) {
    const spy_thread *t = &spy_threads.of[tid];
    if (!t->alive || t->processor != number || t->alarm != spy_threads.processors[number].alarm) continue;
    if (!spy_wake_ups_waits_outside(tid)) spy_thread_wake(tid, SPY_TIMED_OUT, t->alarm);
    return;
  }
}

/* Returns the thread of the processor with the next turn. */
static ThreadId choose_by_clock(void) {
  for (;;) {
    const ULong key = spy_lanes_merge(spy_next_thread_key);
    if (key == COH_ORDER_NEVER) return VG_INVALID_THREADID;
    if (spy_alarm_rings(key)) {
      ring_alarm(coh_order_processor(key));
      if (spy_wake_ups_is_pending()) return VG_INVALID_THREADID;
      continue;
    }
    const ThreadId tid = spy_next_thread(coh_order_processor(key));
    if (spy_threads.of[tid].target == spy_threads.of[tid].processor) return tid;
    spy_thread_change_processor(tid);
    spy_queue_of(tid)->flow.processor = spy_threads.of[tid].processor;
  }
}

/* Returns whether a thread has an alarm. Alarms need merged clocks. */
static Bool has_alarm(void) {
  for (UInt i = 0; i < spy_system->config.processors; i++)
    if (spy_threads.processors[i].alarm != 0) return True;
  return False;
}

ThreadId spy_schedule_choose(void) {
  if (!spy_system) return spy_threads.holder; /* the core is starting */
  spy_wake_ups_handle();
  if (spy_threads.ending || spy_threads.let_go) return any_thread();
  if (spy_threads.merging && spy_threads.n == 1 && !has_alarm()) stop_merging();
  ThreadId next;
  if (!spy_threads.merging) {
    next = spy_only_thread();
  } else {
    next = choose_by_clock();
  }
  if (next != awaited) patience = 0;
  awaited = next;
  return next;
}

void spy_schedule_pass(UInt processor, ULong until) {
  uint64_t *clock = spy_clock_of(processor);
  /* The time of a switch or of a wait does not count as work of the program. */
  if (spy_control_counts_waits()) {
    const ULong idle = spy_outside_collected(*clock, until);
    bin_account_idle(spy_account, processor, idle);
    spy_trace_idle(processor, idle, until - *clock - idle);
    spy_sweep_idle(processor, idle);
  }
  *clock = until;
}

/* Switches the processor of a thread to this thread. */
static void switch_to(ThreadId tid) {
  const UInt number = spy_threads.of[tid].processor;
  spy_processor *p = &spy_threads.processors[number];
  uint64_t *clock = spy_clock_of(number);
  if (p->last != tid || spy_next_thread_start(number, tid) > *clock) spy_fence(number);
  spy_schedule_pass(number, spy_next_thread_start(number, tid));
  spy_thread_make_current(tid);
  if (p->last != tid || *clock >= p->until) p->until = *clock + TIME_SLICE;
  p->last = tid;
}

/* Begins the thread's turn at an address of the program. */
static void begin_turn(ThreadId tid, Addr at) {
  switch_to(tid);
  spy_queue *q = spy_queue_of(tid);
  if (q && q->started) spy_queue_empty(tid, spy_slice_words(tid));
  if (q && q->started) spy_sample_grant(tid, spy_slice_cycles(tid));
  /* Threads that do not communicate need not wait for their turn at each atomic instruction. */
  spy_turns.atomics = spy_threads.processors[spy_threads.of[tid].processor].quantum < spy_options_get()->quantum;
  spy_turns.at = at;
  spy_jitter_turn(tid, at);
}

/* Lets the only thread continue at the clock at which the end of another thread woke it. Its processor was idle since
 * the thread began to wait. */
static void continue_alone(ThreadId tid) {
  if (!spy_system || !spy_threads.of || spy_threads.let_go) return;
  if (spy_threads.of[tid].ready_at > spy_schedule_now(tid)) switch_to(tid);
}

void spy_schedule_grant(ThreadId tid) {
  spy_threads.holder = tid;
  if (spy_threads.ending) return;
  if (spy_threads.merging)
    begin_turn(tid, spy_alias_address(VG_(get_IP)(tid)));
  else
    continue_alone(tid);
}

/* ---- slices ---- */

/* Returns whether the running thread, whose records are in its lane, still has the turn. */
static Bool is_its_turn(ThreadId tid) {
  const spy_thread *t = &spy_threads.of[tid];
  const ULong key = spy_lanes_merge(spy_next_thread_key);
  return !spy_alarm_rings(key) && spy_next_thread(coh_order_processor(key)) == tid && t->target == t->processor;
}

static void end_or_go_on(ThreadId tid, void *guest) {
  if (is_its_turn(tid)) {
    spy_queue_empty(tid, spy_slice_words(tid));
    spy_sample_grant(tid, spy_slice_cycles(tid));
  } else {
    spy_end_slice(guest);
  }
}

void spy_schedule_full(ThreadId tid, void *guest) {
  if (!spy_slice_goes_on(tid)) end_or_go_on(tid, guest);
}

void spy_schedule_full_slice(ThreadId tid, void *guest) {
  spy_slice_load(tid, spy_queue_cursor(tid));
  end_or_go_on(tid, guest);
}

/* Returns whether the turn ends normally: only clocks determine the next thread. */
static Bool ends_as_usual(ThreadId tid) {
  return spy_threads.merging && !spy_threads.ending && !spy_sample_is_on() && !spy_wake_ups_is_pending() &&
         !spy_jitter_is_late(tid) && !spy_signal_polls_awaited(tid);
}

void spy_schedule_turn(ThreadId tid, Addr at) {
  if (!ends_as_usual(tid)) return;
  spy_receivers_look(tid);
  spy_slice_load(tid, spy_queue_cursor(tid));
  if (is_its_turn(tid)) begin_turn(tid, at);
}

void spy_schedule_drain(ThreadId tid, const ULong *end) {
  spy_slice_load(tid, (ULong *)end);
  spy_lane_finish(spy_threads.of[tid].processor);
  spy_queue_empty(tid, spy_slice_words(tid));
}

static ULong never(UInt number) {
  (void)number;
  return COH_ORDER_NEVER;
}

void spy_schedule_finish(void) { spy_lanes_merge(never); }

/* ---- threads ---- */

static void start_merging(ThreadId running) {
  spy_processor *p = &spy_threads.processors[spy_threads.of[running].processor];
  p->current = VG_INVALID_THREADID;
  spy_thread_make_current(running); /* the thread can be in the list after other threads have ended */
  p->last = running;
  spy_lanes_start();
  spy_threads.merging = True;
  spy_turns.keep = 0;
  spy_queue_empty(running, spy_slice_words(running));
  spy_sample_grant(running, spy_slice_cycles(running));
}

void spy_schedule_create(ThreadId parent, ThreadId child) {
  if (!spy_is_exact() || parent == VG_INVALID_THREADID) return;
  if (!spy_threads.merging && !spy_threads.let_go) start_merging(parent);
  spy_thread_add(child, parent);
  spy_jitter_new(child);
  spy_thread_make_runnable(child, spy_schedule_now(parent));
}

void spy_schedule_go(ThreadId tid) {
  if (!spy_threads.of || spy_threads.let_go || spy_threads.of[tid].target == spy_threads.of[tid].processor) return;
  spy_thread_change_processor(tid);
  if (spy_queue_of(tid)) spy_queue_of(tid)->flow.processor = spy_threads.of[tid].processor;
  switch_to(tid);
}

void spy_schedule_created(ThreadId child, Int host_thread) { spy_threads.of[child].seat.host_thread = host_thread; }

void spy_schedule_exit(ThreadId tid) {
  if (!spy_threads.of || !spy_threads.of[tid].alive) return;
  if (spy_threads.of[tid].seat.host_thread == 0) {
    spy_thread_forget(tid); /* the thread was never created */
    return;
  }
  spy_threads.of[tid].ends = True;
}

void spy_schedule_end_all(void) { spy_threads.ending = True; }

void spy_schedule_forked(ThreadId tid) {
  if (!spy_is_exact()) return;
  for (ThreadId other = 1; other <= spy_threads.most; other++)
    if (other != tid && spy_threads.of[other].alive) spy_thread_forget(other);
  for (UInt i = 0; i < spy_system->config.processors; i++) spy_lane_forget(i);
  spy_threads.merging = False;
  spy_turns = (spy_turn){.keep = ~0u};
  leaver = 0;
  spy_slice_alone_end();
  spy_wake_ups_forget();
}

/* ---- functions that the lock calls ---- */

void spy_schedule_arrive(ThreadId tid) {
  spy_threads.of[tid].seat.here = True;
  if (!spy_threads.of[tid].asleep) return;
  spy_wake_ups_note(tid, SPY_WAKE_UPS_ARRIVED);
}

ThreadId spy_schedule_leaving(Int *host_thread) {
  const spy_thread *t = &spy_threads.of[spy_threads.holder];
  *host_thread = t->ends ? t->seat.host_thread : 0;
  return spy_threads.holder;
}

/* Returns whether the core is ending the process: it has notified all threads except the one with the lock, and
 * releases the lock repeatedly until they are gone. The thread with the lock can still be recorded as being in a system
 * call, which a signal has ended. */
static Bool others_are_to_end(void) {
  for (ThreadId tid = 1; tid <= spy_threads.most; tid++)
    if (spy_threads.of[tid].alive && tid != spy_threads.holder) return VG_(is_exiting)(tid);
  return False;
}

Bool spy_schedule_keeps(void) {
  const spy_thread *t = &spy_threads.of[spy_threads.holder];
  naps = 0;
  if (others_are_to_end()) spy_threads.ending = True;
  return spy_threads.merging && !spy_threads.ending && !t->ends && !t->waits &&
         spy_syscall_is_prompt(spy_threads.holder);
}

Bool spy_schedule_should_let_go(void) {
  return spy_host_thread_sleeps(spy_threads.of[spy_threads.holder].seat.host_thread) && ++naps >= 2;
}

ThreadId spy_schedule_leave(void) {
  const ThreadId tid = spy_threads.holder;
  spy_thread *t = &spy_threads.of[tid];
  t->seat.here = False;
  if (spy_threads.merging && spy_queue_of(tid)->started) spy_sample_settle(tid);
  if (spy_threads.merging && spy_queue_of(tid)->started) spy_receivers_look(tid);
  if (spy_threads.merging && spy_queue_of(tid)->started) spy_slice_load(tid, spy_queue_cursor(tid));
  if (t->ends) {
    leaver = t->seat.host_thread;
    spy_thread_forget(tid);
  } else if (t->waits) {
    spy_thread_make_blocked(tid);
    spy_jitter_wait(tid);
  } else if (spy_threads.merging && spy_syscall_waits(tid)) {
    t->asleep = True;
    spy_thread_make_blocked(tid);
    spy_jitter_wait(tid);
  } else {
    spy_jitter_leave(tid);
  }
  return tid;
}

Bool spy_schedule_may_carry(ThreadId tid) {
  return spy_threads.merging && !spy_threads.ending && spy_threads.of[tid].seat.in_code && !VG_(is_exiting)(tid) &&
         (spy_threads.of[tid].seat.in_call || !spy_signal_polls_awaited(tid));
}

/* Waits until the host thread that ended is gone, since its end clears a word of the program and releases its
 * number. */
void spy_schedule_reap(void) {
  const Int gone = leaver;
  if (gone == 0) return;
  while (spy_host_thread_is_alive(gone)) spy_core_syscall(SPY_SYS_YIELD, 0, 0, 0, 0, 0, 0);
  leaver = 0;
}

Bool spy_schedule_tick(ThreadId tid, Bool idle) {
  spy_wake_ups_look(tid, idle);
  if (idle && awaited && spy_syscall_is_in(awaited) && !spy_threads.of[awaited].seat.here && ++patience >= 2 &&
      spy_host_thread_sleeps(spy_threads.of[awaited].seat.host_thread)) {
    /* The thread is blocked in its call, because it left when the lock was free, and no other thread can be changing
     * anything. */
    spy_threads.of[awaited].asleep = True;
    spy_thread_make_blocked(awaited);
    return True;
  }
  return spy_wake_ups_is_pending();
}
