/* spy_signal_polls.c: see spy_signal_polls.h. Wraps a function of the core (memspy/local.mk).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/schedule/spy_signal_polls.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"
#include "memspy/schedule/spy_thread-inl.h"
#include "memspy/schedule/spy_thread.h"
#include "memspy/schedule/spy_wake_ups.h"

/* The number of cycles between two polls of a thread. It assumes that each block takes one cycle. A thread that moved
 * to a processor with an earlier clock also polls. */
enum { INTERVAL = 100000 };

void spy_signal_polls_are_due(void) { spy_thread_occasion(); }

Bool spy_signal_polls_awaited(ThreadId tid) {
  const spy_thread *t = &spy_threads.of[tid];
  return t->polled_for != spy_threads.occasions || *spy_clock_of(t->processor) - t->polled_at >= INTERVAL;
}

/* The core takes one signal at a time, and it can be an ignored one, so the thread must poll again while others are
 * pending. Threads that wait in the tool must see the signals that all running threads block. */
static void note_poll(ThreadId tid) {
  spy_thread *t = &spy_threads.of[tid];
  const ULong pending = spy_core_pending_signals();
  t->polled_for = (pending & ~spy_core_blocked_signals(tid)) == 0 ? spy_threads.occasions : spy_threads.occasions - 1;
  t->polled_at = *spy_clock_of(t->processor);
  spy_wake_ups_tell_others(tid, pending);
}

void __wrap_vgPlain_poll_signals(ThreadId tid) {
  const Bool several = spy_schedule_has_threads();
  if (spy_threads.merging && !spy_signal_polls_awaited(tid)) return;
  __real_vgPlain_poll_signals(tid);
  if (several) note_poll(tid);
}
