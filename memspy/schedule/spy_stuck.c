/* spy_stuck.c: see spy_stuck.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/schedule/spy_stuck.h"

#include "memspy/schedule/spy_thread-inl.h"

enum { PATIENCE_NS = 1000000000 };

static Bool all_wait(void) {
  for (ThreadId tid = 1; tid <= spy_threads.most; tid++) {
    const spy_thread *t = &spy_threads.of[tid];
    if (t->alive && (!t->waits || t->watches || t->deadline != 0 || t->alarm != 0)) return False;
  }
  return !spy_threads.ending;
}

Bool spy_stuck_look(ULong now_ns) {
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
