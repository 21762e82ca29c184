/* spy_schedule.c: see spy_schedule.h.
 *
 * What happens at any moment (threads come back, time-outs, signals) only leaves a mark; spy_schedule_choose() and the
 * thread that has the lock do all the rest, so that nothing here is ever changed by two threads at once.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/schedule/spy_schedule.h"

#include "coherence/coh_order-inl.h"
#include "coherence/plat.h"
#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"
#include "memspy/drain/spy_drain_lanes.h"
#include "memspy/drain/spy_receivers.h"
#include "memspy/record/spy_lane.h"
#include "memspy/record/spy_queue.h"
#include "memspy/schedule/spy_slice.h"
#include "memspy/schedule/spy_stuck.h"
#include "memspy/schedule/spy_syscall_waits.h"
#include "memspy/schedule/spy_thread-inl.h"
#include "memspy/schedule/spy_time.h"
#include "memspy/schedule/spy_vary.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_control.h"
#include "memspy/trace/spy_trace_turn.h"

/* How long a thread has a processor that others want too, cycles. */
enum { TIME_SLICE = 100000 };

static volatile Bool news;
static volatile Bool look_outside; /* files may have changed for reasons outside */
static UInt watchers;              /* threads that wait for files */
static UInt naps;                  /* how often the thread that keeps the lock was seen asleep */
static Int leaver;                 /* a host thread that ends; 0: none */
static ThreadId awaited;           /* was chosen and is not here */
static UInt patience;              /* how often a thread has looked whether it comes */

/* ---- what is in use ---- */

void spy_schedule_prepare(void) {
  if (EXACT_INTERLEAVING) VG_(clo_fair_sched) = SPY_CORE_TRY_FAIR;
}

/* ---- lists ---- */

/* ---- whose turn it is ---- */

/* The thread that a processor with an empty lane would run. */
static ThreadId candidate(UInt number) {
  const spy_processor *p = &spy_threads.processors[number];
  const Bool goes_on = p->current && spy_threads.of[p->current].runnable;
  if (goes_on && (!p->first || *spy_clock_of(number) < p->until)) return p->current;
  return p->first ? p->first : goes_on ? p->current : VG_INVALID_THREADID;
}

static ULong start_of(UInt number, ThreadId tid) {
  const spy_processor *p = &spy_threads.processors[number];
  const ULong now = *spy_clock_of(number);
  const ULong start = spy_threads.of[tid].ready_at > now ? spy_threads.of[tid].ready_at : now;
  return start + spy_threads.of[tid].delay + (p->last && p->last != tid ? spy_system->config.context_switch : 0);
}

static ULong idle_key(UInt number) {
  const ThreadId tid = candidate(number);
  const ULong key = tid ? coh_order_key(start_of(number, tid), number) : COH_ORDER_NEVER;
  const ULong alarm = spy_threads.processors[number].alarm, now = *spy_clock_of(number);
  if (LIKELY(alarm == 0)) return key;
  const ULong rings = coh_order_key(alarm > now ? alarm : now, number);
  return rings < key ? rings : key;
}

/* A clock that no processor has passed, for what comes from outside: that of the first one that could go on; if none
 * could, the latest of all. */
static ULong first_clock(void) {
  ULong first = COH_ORDER_NEVER, passed = 0, latest = 0;
  for (UInt i = 0; i < spy_system->config.processors; i++) {
    if (*spy_clock_of(i) > latest) latest = *spy_clock_of(i);
    if (!spy_lane_is_empty(i)) {
      if (*spy_clock_of(i) > passed) passed = *spy_clock_of(i);
    } else if (idle_key(i) < first) {
      first = idle_key(i);
    }
  }
  if (first == COH_ORDER_NEVER) return latest;
  return coh_order_clock(first) > passed ? coh_order_clock(first) : passed;
}

/* The next thread that is here, in turn: also one that waits, if the process ends. */
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

/* What other threads' calls did to files has been seen by now (spy_schedule_recheck()). */
static void hear_files(void) {
  if (!look_outside) return;
  look_outside = False;
  for (ThreadId tid = 1; tid <= spy_threads.most && watchers > 0; tid++)
    if (spy_threads.of[tid].watches && spy_threads.of[tid].waits && spy_syscall_goes_on(tid))
      spy_thread_wake(tid, SPY_WOKEN, first_clock());
}

static void hear_news(void) {
  hear_files();
  if (!news) return;
  news = False;
  for (ThreadId tid = 1; tid <= spy_threads.most; tid++) {
    spy_thread *t = &spy_threads.of[tid];
    const UChar heard = __atomic_exchange_n(&t->news, 0, __ATOMIC_ACQ_REL);
    if (heard & SPY_NEWS_ARRIVED && t->asleep) {
      t->asleep = False;
      spy_thread_make_runnable(tid, first_clock());
    }
    if (heard & SPY_NEWS_TIME) spy_thread_wake(tid, SPY_TIMED_OUT, first_clock());
    if (heard & SPY_NEWS_SIGNAL) spy_thread_wake(tid, SPY_INTERRUPTED, first_clock());
    if (heard & SPY_NEWS_STUCK) spy_thread_wake(tid, SPY_STUCK, first_clock());
  }
}

static ThreadId only_thread(void) {
  for (ThreadId tid = 1; tid <= spy_threads.most; tid++)
    if (spy_threads.of[tid].alive && spy_threads.of[tid].runnable) return tid;
  return VG_INVALID_THREADID;
}

/* Only one thread is left. */
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

/* Whether a thread's alarm rings on the processor whose turn it is. */
static Bool alarm_rings(ULong key) {
  const ULong alarm = spy_threads.processors[coh_order_processor(key)].alarm;
  return alarm != 0 && alarm <= coh_order_clock(key);
}

/* No thread could run but for the alarm of one that waits for files, too: what comes to these from outside has the
 * host's time to do so. Returns whether that goes on. */
static Bool waits_outside(const spy_thread *t) {
  if (!t->watches || only_thread() != VG_INVALID_THREADID || spy_time_host_ns() >= t->patience_until) return False;
  const struct vki_timespec moment = {.tv_nsec = 1000000};
  spy_core_syscall(SPY_SYS_NANOSLEEP, (UWord)&moment, 0, 0, 0, 0, 0);
  look_outside = True;
  hear_files();
  return True;
}

static void ring_alarm(UInt number) {
  for (ThreadId tid = 1; tid <= spy_threads.most; tid++) {
    const spy_thread *t = &spy_threads.of[tid];
    if (!t->alive || t->processor != number || t->alarm != spy_threads.processors[number].alarm) continue;
    if (!waits_outside(t)) spy_thread_wake(tid, SPY_TIMED_OUT, t->alarm);
    return;
  }
}

/* The thread of the processor whose turn it is. */
static ThreadId choose_by_clock(void) {
  for (;;) {
    const ULong key = spy_lanes_merge(idle_key);
    if (key == COH_ORDER_NEVER) return VG_INVALID_THREADID;
    if (alarm_rings(key)) {
      ring_alarm(coh_order_processor(key));
      if (news) return VG_INVALID_THREADID;
      continue;
    }
    const ThreadId tid = candidate(coh_order_processor(key));
    if (spy_threads.of[tid].target == spy_threads.of[tid].processor) return tid;
    spy_thread_change_processor(tid);
    spy_queue_of(tid)->flow.processor = spy_threads.of[tid].processor;
  }
}

/* Only clocks that are merged ring it. */
static Bool has_alarm(void) {
  for (UInt i = 0; i < spy_system->config.processors; i++)
    if (spy_threads.processors[i].alarm != 0) return True;
  return False;
}

ThreadId spy_schedule_choose(void) {
  if (!spy_system) return spy_threads.holder; /* the core is still starting */
  hear_news();
  if (spy_threads.ending || spy_threads.let_go) return any_thread();
  if (spy_threads.merging && spy_threads.n == 1 && !has_alarm()) stop_merging();
  ThreadId next;
  if (!spy_threads.merging) {
    next = only_thread();
  } else {
    next = choose_by_clock();
  }
  if (next != awaited) patience = 0;
  awaited = next;
  return next;
}

Bool spy_schedule_has_news(void) { return news; }

/* The processor turns to a thread. */
static void switch_to(ThreadId tid) {
  const UInt number = spy_threads.of[tid].processor;
  spy_processor *p = &spy_threads.processors[number];
  uint64_t *clock = spy_clock_of(number);
  const ULong start = start_of(number, tid);
  /* A switch is none of the program's work either. */
  if (spy_control_counts_waits()) {
    if (spy_collecting()) bin_account_idle(spy_account, number, start - *clock);
    spy_trace_idle(number, start - *clock);
  }
  *clock = start;
  spy_thread_make_current(tid);
  if (p->last != tid || *clock >= p->until) p->until = *clock + TIME_SLICE;
  p->last = tid;
}

/* Threads that do not communicate need not wait for their turn with each atomic instruction. */
static void wait_before_atomics(ThreadId tid) {
  spy_turns.atomics = spy_threads.processors[spy_threads.of[tid].processor].quantum < spy_options_get()->quantum;
  spy_turns.at = VG_(get_IP)(tid);
}

void spy_schedule_grant(ThreadId tid) {
  spy_threads.holder = tid;
  if (!spy_threads.merging || spy_threads.ending) return;
  switch_to(tid);
  spy_queue *q = spy_queue_of(tid);
  if (q && q->started) spy_queue_empty(tid, spy_slice_words(tid));
  wait_before_atomics(tid);
  spy_vary_turn(tid);
}

/* ---- slices ---- */

void spy_schedule_full(ThreadId tid, void *guest) {
  if (spy_slice_goes_on(tid)) return;
  const spy_thread *t = &spy_threads.of[tid];
  const ULong key = spy_lanes_merge(idle_key);
  if (!alarm_rings(key) && candidate(coh_order_processor(key)) == tid && t->target == t->processor)
    spy_queue_empty(tid, spy_slice_words(tid));
  else
    spy_end_slice(guest);
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
  spy_thread_make_current(running); /* in the list it may stand since other threads ended before it */
  p->last = running;
  spy_lanes_start();
  spy_threads.merging = True;
  spy_turns.keep = 0;
  spy_queue_empty(running, spy_slice_words(running));
}

void spy_schedule_create(ThreadId parent, ThreadId child) {
  if (!spy_is_exact() || parent == VG_INVALID_THREADID) return;
  if (!spy_threads.merging && !spy_threads.let_go) start_merging(parent);
  spy_thread_add(child);
  spy_vary_new(child);
  spy_thread_make_runnable(child, spy_schedule_now(parent));
}

void spy_schedule_created(ThreadId child, Int host_thread) { spy_threads.of[child].seat.host_thread = host_thread; }

void spy_schedule_exit(ThreadId tid) {
  if (!spy_threads.of || !spy_threads.of[tid].alive) return;
  if (spy_threads.of[tid].seat.host_thread == 0) {
    spy_thread_forget(tid); /* was never made */
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
  watchers = 0;
}

/* ---- the lock's questions ---- */

void spy_schedule_arrive(ThreadId tid) {
  spy_threads.of[tid].seat.here = True;
  if (!spy_threads.of[tid].asleep) return;
  spy_threads.of[tid].news |= SPY_NEWS_ARRIVED;
  news = True;
}

ThreadId spy_schedule_leaving(Int *host_thread) {
  const spy_thread *t = &spy_threads.of[spy_threads.holder];
  *host_thread = t->ends ? t->seat.host_thread : 0;
  return spy_threads.holder;
}

/* Whether the core ends the process: it has told all threads but the one that has the lock, and gives the lock back
 * again and again until they are gone. That thread may be within a system call, as far as we know: a signal has ended
 * it. */
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
  if (spy_threads.merging && spy_queue_of(tid)->started) spy_receivers_look(tid);
  if (spy_threads.merging && spy_queue_of(tid)->started) spy_slice_load(tid, spy_queue_cursor(tid));
  if (t->ends) {
    leaver = t->seat.host_thread;
    spy_thread_forget(tid);
  } else if (t->waits) {
    spy_thread_make_blocked(tid);
    spy_vary_wait(tid);
  } else if (spy_threads.merging && spy_syscall_waits(tid)) {
    t->asleep = True;
    spy_thread_make_blocked(tid);
    spy_vary_wait(tid);
  } else {
    spy_vary_leave(tid);
  }
  return tid;
}

/* The host thread that ended must be gone: its end clears a word of the program, and frees its number. */
void spy_schedule_reap(void) {
  const Int gone = leaver;
  if (gone == 0) return;
  while (spy_host_thread_is_alive(gone)) spy_core_syscall(SPY_SYS_YIELD, 0, 0, 0, 0, 0, 0);
  leaver = 0;
}

Int spy_schedule_patience(ThreadId tid) {
  const spy_thread *t = &spy_threads.of[tid];
  if (!t->waits || t->deadline == 0) return -1;
  const ULong now = spy_time_host_ns();
  if (now >= t->deadline) return 0;
  const ULong ms = (t->deadline - now) / 1000000 + 1;
  return ms < 1000 ? (Int)ms : 1000;
}

static void note_news(ThreadId tid, UChar what) {
  spy_threads.of[tid].news |= what;
  news = True;
}

/* A signal waits that no thread takes, for none runs: the first one that sees it does. */
static void look_for_signals(ThreadId tid) {
  ULong pending = 0;
  spy_core_syscall(SPY_SYS_SIGPENDING, (UWord)&pending, sizeof pending, 0, 0, 0, 0);
  if (pending & 1ULL << (SPY_SIGNAL_KILL_THREAD - 1)) {
    spy_threads.ending = True;
    news = True;
  } else if (pending & ~spy_threads.of[tid].pending) {
    note_news(tid, SPY_NEWS_SIGNAL);
  }
  spy_threads.of[tid].pending = pending;
}

Bool spy_schedule_tick(ThreadId tid, Bool idle) {
  const spy_thread *t = &spy_threads.of[tid];
  if (t->waits && t->deadline != 0 && spy_time_host_ns() >= t->deadline) note_news(tid, SPY_NEWS_TIME);
  look_outside = watchers > 0;
  if (!idle) return news;
  if (look_outside) news = True;
  if (t->waits) look_for_signals(tid);
  if (t->waits && spy_stuck_look(spy_time_host_ns())) note_news(tid, SPY_NEWS_STUCK);
  if (awaited && spy_syscall_is_in(awaited) && !spy_threads.of[awaited].seat.here && ++patience >= 2 &&
      spy_host_thread_sleeps(spy_threads.of[awaited].seat.host_thread)) {
    /* It left with the lock free, and no other thread can be changing anything. */
    spy_threads.of[awaited].asleep = True;
    spy_thread_make_blocked(awaited);
    return True;
  }
  return news;
}

/* ---- system calls ---- */

/* A thread alone: nobody but time can end its wait. */
static void wait_alone(ThreadId tid, ULong until) {
  const UInt number = spy_threads.of[tid].processor;
  uint64_t *clock = spy_clock_of(number);
  plat_settle();
  if (until <= *clock) return;
  if (spy_collecting()) bin_account_idle(spy_account, number, until - *clock);
  if (spy_control_counts_waits()) spy_trace_idle(number, until - *clock);
  *clock = until;
}

/* Simulated deadlines are alarms, or what the host has of that time if clocks stand still. */
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

void spy_schedule_wait(ThreadId tid, ULong deadline) {
  spy_thread *t = &spy_threads.of[tid];
  if (spy_time_is_simulated() && !spy_threads.merging && !spy_threads.let_go) {
    wait_alone(tid, spy_time_cycle_at(deadline));
    t->why = SPY_TIMED_OUT;
    return;
  }
  set_deadline(tid, deadline);
  t->waits = True;
  t->why = SPY_INTERRUPTED;
  VG_(release_BigLock)(tid, SPY_CORE_WAITS_IN_KERNEL, "memspy: waits for another thread");
  VG_(acquire_BigLock)(tid, "memspy: waits for another thread");
  t->waits = False;
  spy_thread_set_alarm(tid, 0);
}

void spy_schedule_watch(ThreadId tid, ULong deadline) {
  spy_threads.of[tid].watches = True;
  watchers++;
  spy_schedule_wait(tid, deadline);
  watchers--;
  spy_threads.of[tid].watches = False;
}

Bool spy_schedule_is_watching(void) { return watchers > 0; }

void spy_schedule_wake(ThreadId tid, spy_wake why, ThreadId waker) {
  spy_thread_wake(tid, why, waker ? spy_schedule_now(waker) : first_clock());
}

void spy_schedule_signalled(Int host_thread, ThreadId sender) {
  for (ThreadId tid = 1; spy_threads.of && tid <= spy_threads.most; tid++)
    if (spy_threads.of[tid].alive && (host_thread == 0 || spy_threads.of[tid].seat.host_thread == host_thread))
      spy_schedule_wake(tid, SPY_INTERRUPTED, sender);
}

/* Should the signal be blocked, the thread is soon seen to sleep on. */
void spy_schedule_signalling(Int host_thread, ThreadId sender) {
  const ThreadId tid = spy_threads.of && host_thread != 0 ? spy_schedule_thread_of(host_thread) : VG_INVALID_THREADID;
  if (tid == VG_INVALID_THREADID || !spy_threads.of[tid].asleep) return;
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
