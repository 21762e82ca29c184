/* spy_schedule.c: see spy_schedule.h.
 *
 * What happens at any moment (threads come back, time-outs, signals) only leaves a mark; spy_schedule_choose() and the
 * thread that has the lock do all the rest, so that nothing here is ever changed by two threads at once.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/schedule/spy_schedule.h"

#include "coherence/coh_system-inl.h"

#include "memspy/core/spy_platform.h"
#include "memspy/drain/spy_drain_alone.h"
#include "memspy/drain/spy_receivers.h"
#include "memspy/schedule/spy_futex.h"
#include "memspy/schedule/spy_lock.h"
#include "memspy/schedule/spy_syscall_waits.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"
#include "memspy/trace/spy_trace_control.h"
#include "memspy/trace/spy_trace_emit.h"
#include "memspy/translate/spy_turn.h"

/* How long a thread has a processor that others want too, cycles. */
enum { TIME_SLICE = 100000 };

/* The longest slice is so many times as long as the shortest. */
enum { SHORT_SLICE = 128 };

/* Times that a thread gives the lock back without having run before we know that the process is ending: the core waits
 * so for its threads to end. */
enum { IDLE_YIELDS = 3 };

/* What has happened to a thread meanwhile. */
enum { NEWS_ARRIVED = 1, NEWS_TIME = 2, NEWS_SIGNAL = 4 };

typedef struct {
  spy_seat seat;
  Bool alive;
  Bool runnable; /* or running */
  Bool waits;    /* for spy_schedule_wake() */
  Bool asleep;   /* in the kernel */
  Bool ends;
  Bool listed; /* in the list of its processor */
  volatile UChar news;
  spy_wake why;
  UInt processor;
  UInt target; /* the processor that it is to move to; the same: none */
  ULong ready_at; /* cycles: not before */
  ULong deadline; /* ns; 0: none */
  ULong pending;  /* signals that were seen pending */
  ThreadId next, previous;
} thread;

typedef struct {
  ThreadId current;     /* whose queue the lane holds; it goes on when it can */
  ThreadId last;        /* that ran */
  ThreadId first, tail; /* threads that could run, first come first served, without the current one */
  ULong until;          /* cycles: when the current one has had its time */
  UInt threads;
  ULong quantum; /* cycles of the next slice */
  ULong told;    /* misses by true sharing when it was chosen */
} processor;

static thread *threads;
static processor processors[COH_MAX_PROCESSORS];
static UInt n_threads;
static ThreadId most_threads; /* the highest number in use */
static ThreadId holder;       /* has the lock */
static volatile Bool news;
static Bool merging;
static Bool let_go; /* threads take turns as they come */
static volatile Bool ending;
static UInt idle_yields;
static ULong loads;
static Int leaver;       /* a host thread that ends; 0: none */
static ThreadId awaited; /* who was chosen and is not here */
static UInt patience;    /* how often somebody looked whether it comes */

/* ---- what is in use ---- */

void spy_schedule_prepare(void) { VG_(clo_fair_sched) = SPY_CORE_TRY_FAIR; }

Bool spy_schedule_is_exact(void) { return spy_lock_is_used(); }

Bool spy_schedule_is_merging(void) { return merging; }

Bool spy_schedule_is_free(void) { return let_go && n_threads > 1; }

spy_seat *spy_schedule_seat(ThreadId tid) { return &threads[tid].seat; }

UInt spy_schedule_processor(ThreadId tid) {
  return threads ? threads[tid].processor : (tid - 1) % spy_options_get()->machine.processors;
}

static uint64_t *clock_of(UInt p) { return &spy_system->processors[p].now; }

ULong spy_schedule_now(ThreadId tid) { return *clock_of(threads[tid].processor); }

/* ---- lists ---- */

static void list_append(ThreadId tid) {
  thread *t = &threads[tid];
  processor *p = &processors[t->processor];
  t->previous = p->tail;
  t->next = VG_INVALID_THREADID;
  *(p->tail ? &threads[p->tail].next : &p->first) = tid;
  p->tail = tid;
  t->listed = True;
}

static void list_remove(ThreadId tid) {
  thread *t = &threads[tid];
  processor *p = &processors[t->processor];
  if (!t->listed) return;
  *(t->previous ? &threads[t->previous].next : &p->first) = t->next;
  *(t->next ? &threads[t->next].previous : &p->tail) = t->previous;
  t->listed = False;
}

static void make_runnable(ThreadId tid, ULong at) {
  thread *t = &threads[tid];
  if (t->runnable) return;
  t->runnable = True;
  t->ready_at = at;
  if (processors[t->processor].current != tid) list_append(tid);
}

static void make_blocked(ThreadId tid) {
  threads[tid].runnable = False;
  list_remove(tid);
}

/* ---- whose turn it is ---- */

/* The thread that a processor with an empty lane would run. */
static ThreadId candidate(UInt number) {
  const processor *p = &processors[number];
  const Bool goes_on = p->current && threads[p->current].runnable;
  if (goes_on && (!p->first || *clock_of(number) < p->until)) return p->current;
  return p->first ? p->first : goes_on ? p->current : VG_INVALID_THREADID;
}

static ULong start_of(UInt number, ThreadId tid) {
  const processor *p = &processors[number];
  const ULong now = *clock_of(number);
  const ULong start = threads[tid].ready_at > now ? threads[tid].ready_at : now;
  return start + (p->last && p->last != tid ? spy_system->config.context_switch : 0);
}

static ULong idle_key(UInt number) {
  const ThreadId tid = candidate(number);
  return tid ? coh_order_key(start_of(number, tid), number) : COH_ORDER_NEVER;
}

/* A clock that no processor has passed, for what comes from outside: that of the first one that could go on; if none
 * could, the latest of all. */
static ULong first_clock(void) {
  ULong first = COH_ORDER_NEVER, passed = 0, latest = 0;
  for (UInt i = 0; i < spy_system->config.processors; i++) {
    if (*clock_of(i) > latest) latest = *clock_of(i);
    if (!spy_lane_is_empty(i)) {
      if (*clock_of(i) > passed) passed = *clock_of(i);
    } else if (idle_key(i) < first) {
      first = idle_key(i);
    }
  }
  if (first == COH_ORDER_NEVER) return latest;
  return coh_order_clock(first) > passed ? coh_order_clock(first) : passed;
}

/* The next thread that is here, in turn: also one that waits, if the process ends. */
static ThreadId anybody(void) {
  static ThreadId last;
  for (ThreadId i = 1; i <= most_threads; i++) {
    const ThreadId tid = (last + i - 1) % most_threads + 1;
    if (threads[tid].alive && threads[tid].seat.here && (ending || !threads[tid].waits)) return last = tid;
  }
  return VG_INVALID_THREADID;
}

static void wake(ThreadId tid, spy_wake why, ULong at) {
  thread *t = &threads[tid];
  if (!t->waits) return;
  t->waits = False;
  t->why = why;
  make_runnable(tid, at);
}

static void hear_news(void) {
  if (!news) return;
  news = False;
  for (ThreadId tid = 1; tid <= most_threads; tid++) {
    thread *t = &threads[tid];
    const UChar heard = __atomic_exchange_n(&t->news, 0, __ATOMIC_ACQ_REL);
    if (heard & NEWS_ARRIVED && t->asleep) {
      t->asleep = False;
      make_runnable(tid, first_clock());
    }
    if (heard & NEWS_TIME) wake(tid, SPY_TIMED_OUT, first_clock());
    if (heard & NEWS_SIGNAL) wake(tid, SPY_INTERRUPTED, first_clock());
  }
}

static ThreadId only_thread(void) {
  for (ThreadId tid = 1; tid <= most_threads; tid++)
    if (threads[tid].alive && threads[tid].runnable) return tid;
  return VG_INVALID_THREADID;
}

/* Only one thread is left. */
static void stop_merging(void) {
  for (UInt i = 0; i < spy_system->config.processors; i++) spy_lane_finish(i);
  merging = False;
  spy_turns = (spy_turn){.keep = ~0u};
}

void spy_schedule_let_go(void) {
  if (!spy_schedule_is_exact()) return;
  stop_merging();
  let_go = True;
}

/* A thread whose lane is empty goes to the processor that it chose. */
static void move(ThreadId tid) {
  thread *t = &threads[tid];
  const ULong now = spy_schedule_now(tid);
  processor *from = &processors[t->processor];
  make_blocked(tid);
  if (from->current == tid) from->current = VG_INVALID_THREADID;
  from->threads--;
  t->processor = t->target;
  processors[t->processor].threads++;
  spy_queue_of(tid)->flow.processor = t->processor;
  make_runnable(tid, now);
}

/* The thread of the processor whose turn it is. */
static ThreadId choose_by_clock(void) {
  for (;;) {
    const ULong key = spy_lanes_merge(idle_key);
    if (key == COH_ORDER_NEVER) return VG_INVALID_THREADID;
    const ThreadId tid = candidate(coh_order_processor(key));
    if (threads[tid].target == threads[tid].processor) return tid;
    move(tid);
  }
}

ThreadId spy_schedule_choose(void) {
  if (!spy_system) return holder; /* the core is still starting */
  hear_news();
  if (ending || let_go) return anybody();
  if (merging && n_threads == 1) stop_merging();
  ThreadId next;
  if (!merging) {
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
  const UInt number = threads[tid].processor;
  processor *p = &processors[number];
  uint64_t *clock = clock_of(number);
  const ULong start = start_of(number, tid);
  /* A switch is none of the program's work either. */
  if (spy_collecting() && spy_control_counts_waits()) bin_account_idle(spy_account, number, start - *clock);
  spy_trace_idle(number, start - *clock);
  *clock = start;
  if (p->current != tid) {
    list_remove(tid);
    if (p->current && threads[p->current].runnable) list_append(p->current);
    p->current = tid;
  }
  if (p->last != tid || *clock >= p->until) p->until = *clock + TIME_SLICE;
  p->last = tid;
}

/* Threads that tell each other nothing need not wait for their turn with each atomic instruction. */
static void wait_before_atomics(ThreadId tid) {
  spy_turns.atomics = processors[threads[tid].processor].quantum < spy_options_get()->quantum;
  spy_turns.at = VG_(get_IP)(tid);
}

void spy_schedule_grant(ThreadId tid) {
  holder = tid;
  idle_yields += 1;
  if (!merging || ending) return;
  switch_to(tid);
  spy_queue *q = spy_queue_of(tid);
  if (q && q->started) spy_queue_empty(tid, spy_schedule_words(q));
  wait_before_atomics(tid);
}

void spy_schedule_ran(void) { idle_yields = 0; }

/* ---- slices ---- */

ULong spy_schedule_words(const spy_queue *q) {
  if (!merging) return SPY_QUEUE_ALONE_WORDS;
  const processor *p = &processors[q->flow.processor];
  const ULong quantum = p->quantum != 0 ? p->quantum : spy_options_get()->quantum;
  const ULong words = q->cycles != 0 ? quantum * q->words / q->cycles : quantum * 3 / 4;
  return words > 0 ? words : 1;
}

/* Threads that tell each other things take short slices: a slice is look-ahead, in which a thread may read a value that
 * is not stored yet. Those that do not, take long ones: handing the lock over costs as much as thousands of cycles. */
static void choose_quantum(UInt number) {
  processor *p = &processors[number];
  const ULong longest = spy_options_get()->quantum;
  const ULong told = spy_system->processors[number].counts.true_sharing + spy_lane_told(number);
  const Bool talks = spy_lane_ended_waits(number) || told != p->told;
  const ULong quantum = talks ? longest / SHORT_SLICE : p->quantum != 0 ? 2 * p->quantum : longest;
  p->quantum = quantum < 1 ? 1 : quantum < longest ? quantum : longest;
  p->told = told;
}

/* Hands what a thread has recorded, of so many cycles, to its processor's lane. */
static void load_counted(ThreadId tid, ULong *end, ULong cycles) {
  spy_queue *q = spy_queue_of(tid);
  const UInt number = threads[tid].processor;
  if (end == q->begin) return;
  if (spy_lane_is_empty(number)) {
    choose_quantum(number);
    spy_lane_load(number, q, q->begin, end, cycles, q->events);
    q->events = False;
    q->load = ++loads;
  } else {
    spy_lane_extend(number, end);
  }
  q->begin = end;
  q->lent = 0;
}

static void load(ThreadId tid, ULong *end) {
  load_counted(tid, end, spy_recorded_cycles(spy_queue_of(tid)->begin, end));
}

void spy_schedule_full(ThreadId tid, void *guest) {
  spy_queue *q = spy_queue_of(tid);
  ULong *cursor = spy_queue_cursor(tid);
  const processor *p = &processors[threads[tid].processor];
  const ULong quantum = p->quantum != 0 ? p->quantum : spy_options_get()->quantum;
  if (spy_lane_is_empty(threads[tid].processor)) {
    q->words = (ULong)(cursor - q->begin);
    q->cycles = spy_recorded_cycles(q->begin, cursor);
    /* Making room again for the last few cycles would cost more than they are worth. */
    if (q->cycles + quantum / 8 < quantum &&
        spy_queue_grow(tid, (quantum - q->cycles) * q->words / (q->cycles + 1) + 1))
      return;
  }
  load_counted(tid, cursor, q->cycles);
  const ULong key = spy_lanes_merge(idle_key);
  if (candidate(coh_order_processor(key)) == tid && threads[tid].target == threads[tid].processor)
    spy_queue_empty(tid, spy_schedule_words(q));
  else
    spy_end_slice(guest);
}

void spy_schedule_drain(ThreadId tid, const ULong *end) {
  load(tid, (ULong *)end);
  spy_lane_finish(threads[tid].processor);
  spy_queue_empty(tid, spy_schedule_words(spy_queue_of(tid)));
}

static ULong never(UInt number) {
  (void)number;
  return COH_ORDER_NEVER;
}

void spy_schedule_finish(void) { spy_lanes_merge(never); }

ULong spy_schedule_loads(void) { return loads; }

Bool spy_schedule_may_hold(ULong since) {
  for (ThreadId tid = 1; tid <= most_threads; tid++)
    if (threads[tid].alive && !spy_lane_is_empty(threads[tid].processor) && spy_queue_of(tid)->load <= since) return True;
  return False;
}

/* ---- threads ---- */

void spy_schedule_reset(Int host_thread) {
  if (!threads) {
    threads = VG_(calloc)("spy.schedule.threads", VG_N_THREADS, sizeof *threads);
    holder = most_threads = n_threads = 1;
    threads[1].alive = threads[1].runnable = True;
    processors[0].threads = 1;
  }
  threads[holder].seat = (spy_seat){.host_thread = host_thread};
}

ThreadId spy_schedule_thread_of(Int host_thread) {
  for (ThreadId tid = 1; tid <= most_threads; tid++)
    if (threads[tid].seat.host_thread == host_thread) return tid;
  return VG_INVALID_THREADID;
}

/* The processor with the fewest threads. */
static UInt place_for_thread(void) {
  UInt best = 0;
  for (UInt i = 1; i < spy_system->config.processors; i++)
    if (processors[i].threads < processors[best].threads) best = i;
  return best;
}

static void start_merging(ThreadId running) {
  spy_queues_drain();
  processor *p = &processors[threads[running].processor];
  list_remove(running); /* where it may stand since other threads ended before it */
  p->current = p->last = running;
  spy_lanes_start();
  merging = True;
  spy_turns.keep = 0;
  spy_queue_empty(running, spy_schedule_words(spy_queue_of(running)));
}

void spy_schedule_create(ThreadId parent, ThreadId child) {
  if (!spy_schedule_is_exact() || parent == VG_INVALID_THREADID) return;
  if (!merging && !let_go) start_merging(parent);
  const UInt number = place_for_thread();
  threads[child] = (thread){.alive = True, .processor = number, .target = number};
  processors[number].threads++;
  n_threads++;
  if (child > most_threads) most_threads = child;
  make_runnable(child, spy_schedule_now(parent));
}

void spy_schedule_created(ThreadId child, Int host_thread) {
  if (!spy_schedule_is_exact()) return;
  threads[child].seat.host_thread = host_thread;
  spy_lock_newcomer();
}

static void forget(ThreadId tid) {
  processor *p = &processors[threads[tid].processor];
  make_blocked(tid);
  if (p->current == tid) p->current = VG_INVALID_THREADID;
  p->threads--;
  n_threads--;
  threads[tid].alive = False;
  threads[tid].seat = (spy_seat){0};
}

void spy_schedule_exit(ThreadId tid, Bool by_itself) {
  if (!threads || !threads[tid].alive) return;
  if (threads[tid].seat.host_thread == 0) {
    forget(tid); /* was never made */
    return;
  }
  threads[tid].ends = True;
  if (!by_itself) ending = True;
}

void spy_schedule_end_all(void) { ending = True; }

void spy_schedule_forked(ThreadId tid) {
  if (!spy_schedule_is_exact()) return;
  for (ThreadId other = 1; other <= most_threads; other++)
    if (other != tid && threads[other].alive) forget(other);
  for (UInt i = 0; i < spy_system->config.processors; i++) spy_lane_forget(i);
  spy_futex_forget();
  merging = False;
  spy_turns = (spy_turn){.keep = ~0u};
  leaver = 0;
}

/* ---- the lock's questions ---- */

void spy_schedule_arrive(ThreadId tid) {
  threads[tid].seat.here = True;
  if (!threads[tid].asleep) return;
  threads[tid].news |= NEWS_ARRIVED;
  news = True;
}

ThreadId spy_schedule_leave(void) {
  const ThreadId tid = holder;
  thread *t = &threads[tid];
  t->seat.here = False;
  if (merging && spy_queue_of(tid)->started) spy_receivers_look(tid);
  if (merging && spy_queue_of(tid)->started) load(tid, spy_queue_cursor(tid));
  if (t->ends) {
    leaver = t->seat.host_thread;
    spy_futex_thread_ends(tid, leaver);
    forget(tid);
  } else if (t->waits) {
    make_blocked(tid);
  } else if (merging && spy_kernel_keeps(tid)) {
    t->asleep = True;
    make_blocked(tid);
  } else if (idle_yields >= IDLE_YIELDS && !spy_kernel_is_in(tid)) {
    ending = True;
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

static ULong host_ns(void) {
  struct vki_timespec now;
  VG_(clock_gettime)(&now, VKI_CLOCK_MONOTONIC);
  return (ULong)now.tv_sec * 1000000000ULL + (ULong)now.tv_nsec;
}

Int spy_schedule_patience(ThreadId tid) {
  const thread *t = &threads[tid];
  if (!t->waits || t->deadline == 0) return -1;
  const ULong now = host_ns();
  if (now >= t->deadline) return 0;
  const ULong ms = (t->deadline - now) / 1000000 + 1;
  return ms < 1000 ? (Int)ms : 1000;
}

static void tell(ThreadId tid, UChar what) {
  threads[tid].news |= what;
  news = True;
}

/* A signal waits that no thread takes, for none runs: the first one that sees it does. */
static void look_for_signals(ThreadId tid) {
  ULong pending = 0;
  spy_core_syscall(SPY_SYS_SIGPENDING, (UWord)&pending, sizeof pending, 0, 0, 0, 0);
  if (pending & 1ULL << (SPY_SIGNAL_KILL_THREAD - 1)) {
    ending = True;
    news = True;
  } else if (pending & ~threads[tid].pending) {
    tell(tid, NEWS_SIGNAL);
  }
  threads[tid].pending = pending;
}

Bool spy_schedule_tick(ThreadId tid, Bool idle) {
  const thread *t = &threads[tid];
  if (t->waits && t->deadline != 0 && host_ns() >= t->deadline) tell(tid, NEWS_TIME);
  if (!idle) return news;
  if (t->waits) look_for_signals(tid);
  if (awaited && spy_kernel_is_in(awaited) && !threads[awaited].seat.here && ++patience >= 2 &&
      spy_host_thread_sleeps(threads[awaited].seat.host_thread)) {
    /* It left with the lock free, and nobody else can be changing anything. */
    threads[awaited].asleep = True;
    make_blocked(awaited);
    return True;
  }
  return news;
}

/* ---- system calls ---- */

void spy_schedule_wait(ThreadId tid, ULong deadline) {
  thread *t = &threads[tid];
  t->waits = True;
  t->deadline = deadline;
  t->why = SPY_INTERRUPTED;
  VG_(release_BigLock)(tid, SPY_CORE_WAITS_IN_KERNEL, "memspy: waits for another thread");
  VG_(acquire_BigLock)(tid, "memspy: waits for another thread");
  t->waits = False;
}

spy_wake spy_schedule_woken(ThreadId tid) { return threads[tid].why; }

void spy_schedule_wake(ThreadId tid, spy_wake why, ThreadId waker) {
  wake(tid, why, waker ? spy_schedule_now(waker) : first_clock());
}

void spy_schedule_signalled(Int host_thread, ThreadId sender) {
  for (ThreadId tid = 1; threads && tid <= most_threads; tid++)
    if (threads[tid].alive && (host_thread == 0 || threads[tid].seat.host_thread == host_thread))
      spy_schedule_wake(tid, SPY_INTERRUPTED, sender);
}

/* Should the signal be blocked, the thread is soon seen to sleep on. */
void spy_schedule_signalling(Int host_thread, ThreadId sender) {
  const ThreadId tid = threads && host_thread != 0 ? spy_schedule_thread_of(host_thread) : VG_INVALID_THREADID;
  if (tid == VG_INVALID_THREADID || !threads[tid].asleep) return;
  threads[tid].asleep = False;
  make_runnable(tid, spy_schedule_now(sender));
}

void spy_schedule_yield(ThreadId tid) {
  if (merging) processors[threads[tid].processor].until = 0;
}

void spy_schedule_move(ThreadId tid, UInt number) { threads[tid].target = number; }

UInt spy_schedule_target(ThreadId tid) { return threads ? threads[tid].target : spy_schedule_processor(tid); }

void spy_schedule_recheck(Bool (*look)(ThreadId tid), ThreadId waker) {
  for (ThreadId tid = 1; tid <= most_threads; tid++) {
    thread *t = &threads[tid];
    if (!t->alive || !t->asleep || t->seat.here || !look(tid)) continue;
    t->asleep = False;
    make_runnable(tid, spy_schedule_now(waker));
  }
}
