/* spy_jitter.c: see spy_jitter.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/schedule/spy_jitter.h"

#include "memspy/sample/spy_alias.h"
#include "memspy/schedule/spy_thread-inl.h"
#include "memspy/setup/spy_options.h"

/* The mean delay after sched_yield(2), and its variation, in cycles. A system call without effect takes about 100 ns.
 */
enum { SYSTEM_CALL = 256, SYSTEM_CALLS_DIFFER = 64 };

/* After MANY_TURNS turns without a wait, a thread is delayed by up to TURN_LATE cycles at every TURNS_APART-th turn. */
enum { MANY_TURNS = 4096, TURNS_APART = 16, TURN_LATE = 256 };

/* Maximum delays in cycles, with a seed. NEW_LATE is for a new thread; it is long enough for other threads to do all
 * their work. WAKE_LATE is for a woken thread. ALWAYS_LATE is for each turn. */
enum { NEW_LATE = 1000000, WAKE_LATE = 5000, ALWAYS_LATE = 64 };

/* The number of consecutive turns at the same instruction that count as spinning. */
enum { SPINS = 16 };

/* Returns the thread's next random number below `most`. The mixing is that of splitmix64 (Steele et al., 2014). */
static ULong vary(ThreadId tid, ULong most) {
  ULong x = spy_options_get()->schedule_seed;
  x = x * 0x100000001b3ULL + tid;
  x = (x << 32) + spy_threads.of[tid].varied++;
  x = (x + 0x9e3779b97f4a7c15ULL) * 0xbf58476d1ce4e5b9ULL;
  x = (x ^ x >> 27) * 0x94d049bb133111ebULL;
  return (x ^ x >> 31) % most;
}

static Bool has_seed(void) { return spy_options_get()->schedule_seed != 0; }

void spy_schedule_yield(ThreadId tid) {
  if (!spy_threads.merging) return;
  spy_threads.processors[spy_threads.of[tid].processor].until = 0;
  spy_threads.of[tid].yielded = True;
  spy_threads.of[tid].delay = SYSTEM_CALL + vary(tid, SYSTEM_CALLS_DIFFER);
}

/* Call when the running thread spins: ends its time if a thread that has yielded waits for its turn. */
static void give_way(spy_processor *p) {
  for (ThreadId tid = p->first; tid != VG_INVALID_THREADID; tid = spy_threads.of[tid].next)
    if (spy_threads.of[tid].yielded) p->until = 0;
}

void spy_jitter_turn(ThreadId tid, Addr at) {
  spy_thread *t = &spy_threads.of[tid];
  t->yielded = False;
  t->delay = 0;
  t->turns += spy_turns.atomics;
  t->spins = at == t->spins_at ? t->spins + 1 : 0;
  t->spins_at = at;
  if (t->spins >= SPINS) give_way(&spy_threads.processors[t->processor]);
}

static Bool is_late_now(const spy_thread *t) { return t->turns >= MANY_TURNS && t->turns % TURNS_APART == 0; }

Bool spy_jitter_is_late(ThreadId tid) { return has_seed() || is_late_now(&spy_threads.of[tid]); }

void spy_jitter_leave(ThreadId tid) {
  spy_thread *t = &spy_threads.of[tid];
  if (!spy_threads.merging) return;
  if (has_seed()) t->delay += vary(tid, ALWAYS_LATE);
  if (is_late_now(t)) t->delay += vary(tid, TURN_LATE);
}

void spy_jitter_new(ThreadId tid) {
  if (has_seed() && spy_threads.merging) spy_threads.of[tid].delay = vary(tid, NEW_LATE);
}

void spy_jitter_wait(ThreadId tid) {
  spy_threads.of[tid].turns = 0;
  if (has_seed() && spy_threads.merging) spy_threads.of[tid].delay = vary(tid, WAKE_LATE);
}
