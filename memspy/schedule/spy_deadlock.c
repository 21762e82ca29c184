/* spy_deadlock.c: see spy_deadlock.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/schedule/spy_deadlock.h"

#include "memspy/schedule/spy_syscall_waits.h"
#include "memspy/schedule/spy_thread-inl.h"

enum { PATIENCE_NS = 1000000000 };

static Bool all_wait(void) {
  for (ThreadId tid = 1; tid <= spy_threads.most; tid++) {
    const spy_thread *t = &spy_threads.of[tid];
    if (t->alive && (!t->waits || t->watches || t->deadline != 0 || t->alarm != 0)) return False;
  }
  return !spy_threads.ending;
}

Bool spy_deadlock_look(ULong now_ns) {
  static ULong since;
  static Bool told;
  if (told || !all_wait()) {
    since = 0;
    return False;
  }
  if (since == 0) since = now_ns;
  told = now_ns - since >= PATIENCE_NS;
  return told;
}

/* Returns the call in which the thread with the lock is asleep. Returns SPY_NO_CALL if there is none, or if the tool
 * itself waits in the call. */
static Word sleeps_in(ThreadId holder) {
  const Int host_thread = spy_threads.of[holder].seat.host_thread;
  if (!spy_host_thread_is_kept(host_thread)) return SPY_NO_CALL;
  const Word call = spy_host_thread_call(host_thread);
  const Word expected = spy_syscall_is_in(holder) ? (Word)spy_syscall_number(holder) : SPY_PAGE_FAULT;
  return call == expected ? call : SPY_NO_CALL;
}

/* Most calls of this function return early: its system calls would take too long in each call. */
Bool spy_deadlock_look_at_holder(ULong now_ns, Word *call) {
  enum { LOOK_APART_NS = PATIENCE_NS / 4 };
  static ULong looked_at, since;
  static Word kept_in = SPY_NO_CALL;
  static Bool told;
  if (told || now_ns - looked_at < LOOK_APART_NS) return False;
  looked_at = now_ns;
  *call = sleeps_in(spy_threads.holder);
  if (*call != kept_in) since = now_ns;
  kept_in = *call;
  told = *call != SPY_NO_CALL && now_ns - since >= PATIENCE_NS;
  return told;
}
