/* spy_wake_ups.c: see spy_wake_ups.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/schedule/spy_wake_ups.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"
#include "memspy/schedule/spy_deadlock.h"
#include "memspy/schedule/spy_next_thread.h"
#include "memspy/schedule/spy_syscall_waits.h"
#include "memspy/schedule/spy_thread-inl.h"
#include "memspy/schedule/spy_time.h"

static volatile Bool news;
static volatile Bool look_outside; /* files may have changed for external reasons */
static UInt watchers;              /* number of threads that wait for files */

/* Handles external changes of files. The effects that calls of other threads have on files are already handled
 * (spy_schedule_recheck()). */
static void hear_files(void) {
  if (!look_outside) return;
  look_outside = False;
  for (ThreadId tid = 1; tid <= spy_threads.most && watchers > 0; tid++)
    if (spy_threads.of[tid].watches && spy_threads.of[tid].waits && spy_syscall_goes_on(tid))
      spy_thread_wake(tid, SPY_WOKEN, spy_first_clock());
}

void spy_wake_ups_handle(void) {
  hear_files();
  if (!news) return;
  news = False;
  for (ThreadId tid = 1; tid <= spy_threads.most; tid++) {
    spy_thread *t = &spy_threads.of[tid];
    const UChar heard = __atomic_exchange_n(&t->news, 0, __ATOMIC_ACQ_REL);
    if (heard & SPY_WAKE_UPS_ARRIVED && t->asleep) {
      t->asleep = False;
      spy_thread_make_runnable(tid, spy_first_clock());
    }
    if (heard & SPY_WAKE_UPS_TIME) spy_thread_wake(tid, SPY_TIMED_OUT, spy_first_clock());
    if (heard & SPY_WAKE_UPS_SIGNAL) {
      spy_thread_occasion();
      spy_thread_wake(tid, SPY_INTERRUPTED, spy_first_clock());
    }
    if (heard & SPY_WAKE_UPS_STUCK) spy_thread_wake(tid, SPY_DEADLOCK, spy_first_clock());
  }
}

Bool spy_wake_ups_waits_outside(ThreadId tid) {
  const spy_thread *t = &spy_threads.of[tid];
  if (!t->watches || spy_only_thread() != VG_INVALID_THREADID || spy_time_host_ns() >= t->patience_until) return False;
  const struct vki_timespec moment = {.tv_nsec = 1000000};
  spy_core_syscall(SPY_SYS_NANOSLEEP, (UWord)&moment, 0, 0, 0, 0, 0);
  look_outside = True;
  hear_files();
  return True;
}

Int spy_wake_ups_patience(ThreadId tid) {
  const spy_thread *t = &spy_threads.of[tid];
  if (!t->waits || t->deadline == 0) return -1;
  const ULong now = spy_time_host_ns();
  if (now >= t->deadline) return 0;
  const ULong ms = (t->deadline - now) / 1000000 + 1;
  return ms < 1000 ? (Int)ms : 1000;
}

void spy_wake_ups_note(ThreadId tid, UChar what) {
  __atomic_fetch_or(&spy_threads.of[tid].news, what, __ATOMIC_ACQ_REL);
  news = True;
}

/* If the program blocks the signals, a thread that waits for other threads must not poll for them, since it would lose
 * its place in the list of waiting threads. A thread that waits for files must poll itself, since only it can read its
 * signalfd. */
Bool spy_wake_ups_concerns(ThreadId tid, ULong signals) {
  const spy_thread *t = &spy_threads.of[tid];
  return signals != 0 && (signals & ~(t->watches ? t->seen : spy_core_blocked_signals(tid))) != 0;
}

static Bool would_take(const spy_thread *t, ThreadId tid, ULong signals) {
  return t->alive && t->waits && (signals & ~spy_core_blocked_signals(tid)) != 0;
}

static Bool any_would_take(ULong signals) {
  for (ThreadId tid = 1; tid <= spy_threads.most && signals != 0; tid++)
    if (would_take(&spy_threads.of[tid], tid, signals)) return True;
  return False;
}

/* Asks the kernel which signals were sent to the process only if a thread would take one, since this takes about 20
 * us. */
void spy_wake_ups_tell_others(ThreadId tid, ULong pending) {
  ULong left = pending & spy_core_blocked_signals(tid), sent;
  if (!any_would_take(left) || !spy_core_signals(spy_threads.of[tid].seat.host_thread, "ShdPnd", &sent)) return;
  left &= sent;
  for (ThreadId other = 1; other <= spy_threads.most && left != 0; other++) {
    if (!would_take(&spy_threads.of[other], other, left)) continue;
    spy_wake_ups_note(other, SPY_WAKE_UPS_SIGNAL);
    left &= spy_core_blocked_signals(other);
  }
}

/* Takes a pending signal for this thread. No other thread has taken it, since none runs. */
static void look_for_signals(ThreadId tid) {
  const ULong pending = spy_core_pending_signals();
  if (pending & 1ULL << (SPY_SIGNAL_KILL_THREAD - 1)) {
    spy_threads.ending = True;
    news = True;
    return;
  }
  if (spy_wake_ups_concerns(tid, pending)) spy_wake_ups_note(tid, SPY_WAKE_UPS_SIGNAL);
  spy_threads.of[tid].seen = pending;
  spy_wake_ups_tell_others(tid, pending);
}

void spy_wake_ups_look(ThreadId tid, Bool idle) {
  const spy_thread *t = &spy_threads.of[tid];
  if (t->waits && t->deadline != 0 && spy_time_host_ns() >= t->deadline) spy_wake_ups_note(tid, SPY_WAKE_UPS_TIME);
  look_outside = watchers > 0;
  if (!idle) return;
  if (look_outside) news = True;
  if (t->waits) look_for_signals(tid);
  if (t->waits && spy_deadlock_look(spy_time_host_ns())) spy_wake_ups_note(tid, SPY_WAKE_UPS_STUCK);
}

Bool spy_wake_ups_is_pending(void) { return news; }

/* Blocked signals that are pending count as seen: the call has looked for them in its signalfd, and waits
 * nevertheless. */
void spy_wake_ups_watch(ThreadId tid) {
  spy_threads.of[tid].watches = True;
  spy_threads.of[tid].seen = spy_core_pending_signals() & spy_core_blocked_signals(tid);
  watchers++;
}

void spy_wake_ups_watched(ThreadId tid) {
  watchers--;
  spy_threads.of[tid].watches = False;
}

void spy_wake_ups_forget(void) { watchers = 0; }
Bool spy_wake_ups_is_watching(void) { return watchers > 0; }
