/* spy_polls.c: see spy_polls.h.
 *
 * The linker gives the core ours in place of its own function (memspy/local.mk).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/schedule/spy_polls.h"

#include "memspy/core/spy_core.h"
#include "memspy/schedule/spy_thread-inl.h"

/* Cycles between two polls of a thread: a block takes one at least. */
enum { INTERVAL = 100000 };

static ULong occasions; /* how often signals may have come from within */

void spy_polls_are_due(void) { occasions++; }

static Bool is_due(ThreadId tid) {
  if (!spy_threads.merging) return True;
  spy_thread *t = &spy_threads.of[tid];
  const ULong now = *spy_clock_of(t->processor);
  if (LIKELY(t->polled_for == occasions && now - t->polled_at < INTERVAL)) return False;
  t->polled_for = occasions;
  t->polled_at = now;
  return True;
}

void __wrap_vgPlain_poll_signals(ThreadId tid) {
  if (is_due(tid)) __real_vgPlain_poll_signals(tid);
}
