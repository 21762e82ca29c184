/* spy_signals.c: see spy_signals.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/schedule/spy_signals.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"
#include "memspy/schedule/spy_syscall_waits.h"
#include "memspy/schedule/spy_thread-inl.h"
#include "memspy/schedule/spy_wait.h"

static spy_seat *expected; /* data (seat) of the thread that was sent a signal and therefore continues; NULL: no thread
                              continues */

static Bool is_here(const spy_seat *seat) { return __atomic_load_n(&seat->here, __ATOMIC_ACQUIRE); }

/* Waits until a thread that the kernel should block sleeps in its call, has left the call, or ends. (A thread that has
 * come back can sleep, too: it is looked at again.) */
static void await(const spy_seat *seat) {
  while (!is_here(seat) && !(spy_host_thread_sleeps(seat->host_thread) && !is_here(seat)) && !spy_threads.ending &&
         spy_host_thread_is_alive(seat->host_thread))
    spy_core_syscall(SPY_SYS_YIELD, 0, 0, 0, 0, 0, 0);
}

/* Returns whether a thread that the kernel blocks would take a signal. The kernel then blocks the signals that the
 * program, or its system call, blocks. During the tool's own waits, all signals are blocked. */
static Bool would_take(const spy_thread *t, UInt signal) {
  ULong blocked;
  if (!t->alive || !t->asleep) return False;
  await(&t->seat);
  return !is_here(&t->seat) && spy_core_signals(t->seat.host_thread, "SigBlk", &blocked) &&
         !(blocked >> (signal - 1) & 1);
}

void spy_signals_to_process(UInt signal, ThreadId sender) {
  const spy_thread *taker = NULL;
  expected = NULL;
  if (!spy_threads.merging || signal < 1 || signal > 64) return;
  for (ThreadId tid = 1; tid <= spy_threads.most; tid++) {
    const spy_thread *t = &spy_threads.of[tid];
    if (!would_take(t, signal)) continue;
    const Bool is_main = t->seat.host_thread == VG_(getpid)();
    if (taker && !is_main) return;
    taker = t;
    if (is_main) break;
  }
  if (taker) spy_signals_to_thread(taker->seat.host_thread, sender);
}

void spy_signals_to_thread(Int host_thread, ThreadId sender) {
  const ThreadId tid = host_thread != 0 && spy_threads.of ? spy_schedule_thread_of(host_thread) : VG_INVALID_THREADID;
  expected = NULL;
  if (tid == VG_INVALID_THREADID || !spy_threads.of[tid].asleep) return;
  expected = spy_schedule_seat(tid);
  spy_schedule_signalling(tid, sender);
}

/* At this time, the kernel has woken the thread, unless the thread blocks the signal or is gone with the process. */
void spy_signals_sent(void) {
  if (expected && !spy_threads.ending) await(expected);
  expected = NULL;
}
