/* spy_wait.c: see spy_wait.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/schedule/spy_wait.h"

#include "memspy/core/spy_core.h"
#include "memspy/drain/spy_fence.h"
#include "memspy/schedule/spy_next_thread.h"
#include "memspy/schedule/spy_schedule.h"
#include "memspy/schedule/spy_thread-inl.h"
#include "memspy/schedule/spy_time.h"
#include "memspy/schedule/spy_wake_ups.h"
#include "memspy/setup/spy_state.h"

/* Waits in a thread that runs alone. Only time can end its wait. */
static void wait_alone(ThreadId tid, ULong until) {
  const UInt number = spy_threads.of[tid].processor;
  uint64_t *clock = spy_clock_of(number);
  if (until <= *clock) return;
  spy_fence(number);
  if (until <= *clock) return;
  spy_schedule_pass(number, until);
}

/* A simulated deadline becomes an alarm. If the simulated clocks do not advance, the deadline is converted to the
 * host's time. */
static void set_deadline(ThreadId tid, ULong deadline) {
  spy_thread *t = &spy_threads.of[tid];
  const Bool simulated = deadline != 0 && spy_time_is_simulated();
  t->deadline = deadline;
  if (!simulated) return;
  const ULong now = spy_time_ns(tid, VKI_CLOCK_MONOTONIC), left = deadline > now ? deadline - now : 0;
  t->patience_until = spy_time_host_ns() + left;
  t->deadline = spy_threads.merging ? 0 : t->patience_until;
  if (spy_threads.merging) spy_thread_set_alarm(tid, spy_time_cycle_at(deadline) + 1);
}

void spy_schedule_wait_begin(ThreadId tid, ULong deadline) {
  spy_thread *t = &spy_threads.of[tid];
  set_deadline(tid, deadline);
  t->waits = True;
  t->why = SPY_INTERRUPTED;
}

void spy_schedule_wait_end(ThreadId tid) {
  spy_threads.of[tid].waits = False;
  spy_thread_set_alarm(tid, 0);
}

void spy_schedule_wait(ThreadId tid, ULong deadline) {
  spy_thread *t = &spy_threads.of[tid];
  if (spy_time_is_simulated() && !spy_threads.merging && !spy_threads.let_go) {
    wait_alone(tid, spy_time_cycle_at(deadline));
    t->why = SPY_TIMED_OUT;
    return;
  }
  spy_schedule_wait_begin(tid, deadline);
  VG_(release_BigLock)(tid, SPY_CORE_WAITS_IN_KERNEL, "memspy: waits for another thread");
  VG_(acquire_BigLock)(tid, "memspy: waits for another thread");
  spy_schedule_wait_end(tid);
}

void spy_schedule_watch(ThreadId tid, ULong deadline) {
  spy_wake_ups_watch(tid);
  spy_schedule_wait(tid, deadline);
  spy_wake_ups_watched(tid);
}

void spy_schedule_watch_until(ULong deadline) {
  const ULong at = spy_time_cycle_at(deadline) + 1;
  for (ThreadId tid = 1; spy_threads.merging && tid <= spy_threads.most; tid++) {
    const spy_thread *t = &spy_threads.of[tid];
    if (t->watches && t->waits && (t->alarm == 0 || t->alarm > at)) spy_thread_set_alarm(tid, at);
  }
}

void spy_schedule_wake(ThreadId tid, spy_wake why, ThreadId waker) {
  spy_thread_wake(tid, why, waker ? spy_schedule_now(waker) : spy_first_clock());
}

void spy_schedule_signalled(Int host_thread, UInt signal, ThreadId sender) {
  if (signal < 1 || signal > 64) return;
  for (ThreadId tid = 1; spy_threads.of && tid <= spy_threads.most; tid++) {
    const spy_thread *t = &spy_threads.of[tid];
    if (t->waits && (host_thread == 0 || t->seat.host_thread == host_thread) &&
        spy_wake_ups_concerns(tid, 1ULL << (signal - 1)))
      spy_schedule_wake(tid, SPY_INTERRUPTED, sender);
  }
}

/* If the thread blocks the signal, the tool will soon detect that the thread continues to sleep. */
void spy_schedule_signalling(ThreadId tid, ThreadId sender) {
  if (!spy_threads.of[tid].asleep) return;
  spy_threads.of[tid].asleep = False;
  spy_thread_make_runnable(tid, spy_schedule_now(sender));
}

void spy_schedule_recheck(Bool (*look)(ThreadId tid), ThreadId waker) {
  for (ThreadId tid = 1; tid <= spy_threads.most; tid++) {
    spy_thread *t = &spy_threads.of[tid];
    if (t->watches && t->waits && look(tid)) spy_thread_wake(tid, SPY_WOKEN, spy_schedule_now(waker));
    if (!t->alive || !t->asleep || t->seat.here || !look(tid)) continue;
    t->asleep = False;
    spy_thread_make_runnable(tid, spy_schedule_now(waker));
  }
}
