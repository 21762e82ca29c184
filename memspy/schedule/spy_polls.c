/* spy_polls.c: see spy_polls.h.
 *
 * The linker gives the core ours in place of its own function (memspy/local.mk).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/schedule/spy_polls.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"
#include "memspy/schedule/spy_news.h"
#include "memspy/schedule/spy_thread-inl.h"
#include "memspy/schedule/spy_thread.h"

/* Cycles between two polls of a thread: a block takes one at least. One that another processor has brought to an
 * earlier clock polls, too. */
enum { INTERVAL = 100000 };

void spy_polls_are_due(void) { spy_thread_occasion(); }

Bool spy_polls_awaited(ThreadId tid) {
  const spy_thread *t = &spy_threads.of[tid];
  return t->polled_for != spy_threads.occasions || *spy_clock_of(t->processor) - t->polled_at >= INTERVAL;
}

/* The core takes one signal at a time, or one that is ignored: it looks again while others are there. What all that run
 * block, threads that wait in the tool would never see. */
static void note_poll(ThreadId tid) {
  spy_thread *t = &spy_threads.of[tid];
  const ULong pending = spy_core_pending_signals();
  t->polled_for = (pending & ~spy_core_blocked_signals(tid)) == 0 ? spy_threads.occasions : spy_threads.occasions - 1;
  t->polled_at = *spy_clock_of(t->processor);
  spy_news_tell_others(tid, pending);
}

void __wrap_vgPlain_poll_signals(ThreadId tid) {
  const Bool several = spy_threads.merging || spy_schedule_is_free();
  if (spy_threads.merging && !spy_polls_awaited(tid)) return;
  __real_vgPlain_poll_signals(tid);
  if (several) note_poll(tid);
}
