/* spy_lock.c: see spy_lock.h.
 *
 * One of the waiting threads is the poller: it polls at intervals, and detects time-outs and threads that are
 * unexpectedly blocked in the kernel.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/schedule/spy_lock.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_host_thread.h"
#include "memspy/core/spy_host_wait.h"
#include "memspy/core/spy_platform.h"
#include "memspy/schedule/spy_deadlock.h"
#include "memspy/schedule/spy_deadlock_report.h"
#include "memspy/schedule/spy_futex.h"
#include "memspy/schedule/spy_pinning.h"
#include "memspy/schedule/spy_schedule.h"
#include "memspy/schedule/spy_thread-inl.h"
#include "memspy/schedule/spy_thread.h"
#include "memspy/schedule/spy_time.h"
#include "memspy/schedule/spy_wake_ups.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"

enum { POLL_MS = 5, POLL_FILES_MS = 1, DECIDING = -1 };

/* The owner's intention when it releases the lock. */
typedef enum { GIVES, KEEPS, HANDS, PASSES } meaning;

struct sched_lock {
  volatile Int guard;     /* an inner lock, held only for a short time: protects the next fields, and calls of the
                             functions of spy_schedule.h that the lock calls */
  volatile Int owner;     /* id of the host thread that has the lock; 0: none; or DECIDING */
  volatile Int newcomers; /* changes when a host thread becomes known */
  Int pollers;            /* number of polling threads */
  Bool kept;              /* whether the owner is in a system call that will end soon */
  Bool came;              /* a thread came while the next one was being chosen, so the choice possibly did not consider
                             it */
  meaning means;          /* intention for the next release of the lock; the owner writes it without the guard */
  ThreadId own;           /* the thread whose host thread passes the turn; also written without the guard */
  ThreadId passed_to;     /* thread whose code the host thread runs next after it has passed the turn */
  volatile Int carrier;   /* number of the passing host thread, until it takes the lock; 0: none. Only this host thread
                             writes and clears it */
};

static struct sched_lock the_lock;

static void guard(struct sched_lock *lock) {
  while (__atomic_exchange_n(&lock->guard, 1, __ATOMIC_ACQUIRE)) spy_core_syscall(SPY_SYS_YIELD, 0, 0, 0, 0, 0, 0);
}

static void unguard(struct sched_lock *lock) { __atomic_store_n(&lock->guard, 0, __ATOMIC_RELEASE); }

/* Makes a waiting thread poll. A poller is required while the lock is free, and while its owner possibly does not
 * return soon. */
static void ensure_poller(struct sched_lock *lock) {
  if (lock->pollers != 0) return;
  for (ThreadId tid = 1; tid < VG_N_THREADS; tid++) {
    spy_seat *seat = spy_schedule_seat(tid);
    if (!seat->sleeps || seat->turn) continue;
    spy_host_wake(&seat->turn);
    return;
  }
}

/* Chooses the next thread for a free lock. If that thread has not arrived yet, the choice is repeated when it arrives.
 * Returns the parked thread that the caller must wake after releasing the guard, or NULL. This thread is not `self`. */
static spy_seat *decide(struct sched_lock *lock, ThreadId self) {
  ThreadId next;
  do {
    lock->owner = DECIDING;
    lock->came = False;
    unguard(lock);
    next = spy_schedule_choose();
    guard(lock);
    lock->owner = 0;
  } while (spy_wake_ups_is_pending() || (next == VG_INVALID_THREADID && lock->came));
  if (next == VG_INVALID_THREADID || !spy_schedule_seat(next)->here) {
    ensure_poller(lock);
    return NULL;
  }
  spy_seat *seat = spy_schedule_seat(next);
  lock->owner = seat->host_thread;
  spy_schedule_grant(next);
  seat->turn = 1;
  return next != self ? seat : NULL;
}

/* As decide(), but for a thread that has come for the lock: wakes the parked thread itself. */
static void decide_here(struct sched_lock *lock, ThreadId self) {
  spy_seat *seat = decide(lock, self);
  if (!seat) return;
  unguard(lock);
  spy_host_wake(&seat->turn);
  guard(lock);
}

/* Waits until the parked thread's state changes, or until it is time to poll. */
static void wait_for_turn(struct sched_lock *lock, ThreadId tid) {
  spy_seat *seat = spy_schedule_seat(tid);
  const Bool polls = lock->pollers < 1;
  const Int patience = spy_wake_ups_patience(tid);
  lock->pollers += polls;
  const Int poll = lock->owner == 0 && spy_wake_ups_is_watching() ? POLL_FILES_MS : POLL_MS;
  seat->sleeps = True;
  unguard(lock);
  spy_host_wait(&seat->turn, 0, polls && (patience < 0 || patience > poll) ? poll : patience);
  guard(lock);
  seat->sleeps = False;
  lock->pollers -= polls;
  /* The system call of the owner does not end, so other threads continue without the owner. */
  if (!seat->turn && lock->kept && spy_schedule_should_let_go()) {
    lock->kept = False;
    spy_schedule_leave();
    lock->owner = 0;
    decide_here(lock, tid);
  }
  if (!seat->turn && lock->owner > 0 && !lock->kept) {
    Word call;
    if (spy_deadlock_look_at_holder(spy_time_host_ns(), &call)) spy_deadlock_report_holder(call);
  }
  if (!seat->turn && spy_schedule_tick(tid, lock->owner == 0) && lock->owner == 0) decide_here(lock, tid);
}

static const HChar *get_name(void) { return "MemSpy's lock, by simulated clocks"; }

static struct sched_lock *create(void) {
  VG_(memset)(&the_lock, 0, sizeof the_lock);
  spy_set_exact();
  spy_threads_start(VG_(gettid)());
  return &the_lock;
}

static void destroy(struct sched_lock *lock) { (void)lock; }

static int get_owner(struct sched_lock *lock) { return lock->owner; }

/* Updates the state after the caller has got the lock. `seat`: the caller's own seat. */
static void settle(spy_seat *seat) {
  if (spy_options_get()->machine_visible) spy_pinning(seat);
  spy_schedule_reap();
}

static void enter_handler(spy_seat *seat) {
  if (LIKELY(!seat->faults)) return;
  seat->faults = False;
  VG_(in_generated_code) = True;
}

/* Returns whether the caller has passed the lock to a thread whose code it runs next. If so, no other host thread waits
 * for this turn. */
static Bool has_passed(struct sched_lock *lock) {
  if (lock->carrier == 0 || lock->carrier != spy_host_thread_self()) return False;
  lock->carrier = 0;
  return True;
}

static void acquire(struct sched_lock *lock) {
  if (has_passed(lock)) {
    settle(spy_schedule_seat(lock->own));
    return;
  }
  const Int self = VG_(gettid)();
  ThreadId tid;
  guard(lock);
  while ((tid = spy_schedule_thread_of(self)) == VG_INVALID_THREADID) {
    const Int known = lock->newcomers;
    unguard(lock);
    spy_host_wait(&lock->newcomers, known, -1);
    guard(lock);
  }
  if (lock->kept && lock->owner == self) {
    lock->kept = False;
    unguard(lock);
    return;
  }
  spy_seat *seat = spy_schedule_seat(tid);
  spy_schedule_arrive(tid);
  lock->came = True;
  if (lock->owner == 0) decide_here(lock, tid);
  while (!seat->turn) wait_for_turn(lock, tid);
  seat->turn = 0;
  unguard(lock);
  enter_handler(seat);
  settle(seat);
}

/* Passes the lock to the own host thread of the thread that has the lock. */
static spy_seat *hand(void) {
  spy_seat *seat = spy_schedule_seat(spy_threads.holder);
  seat->turn = 1;
  return seat;
}

/* Ends the slice of a thread that could continue in any host thread. If the next thread must continue in its own host
 * thread, returns its seat; otherwise NULL. */
static spy_seat *pass(struct sched_lock *lock) {
  spy_schedule_arrive(spy_schedule_leave());
  lock->owner = 0;
  lock->passed_to = VG_INVALID_THREADID;
  spy_seat *seat = decide(lock, VG_INVALID_THREADID);
  if (!seat) return NULL;
  const ThreadId next = spy_threads.holder;
  if (next != lock->own && !spy_schedule_may_carry(next)) return seat;
  seat->turn = 0;
  lock->passed_to = next;
  lock->carrier = spy_host_thread_self();
  ensure_poller(lock);
  return NULL;
}

/* Gives the lock to the next thread. Returns the next thread's seat if its host thread must be woken, otherwise
 * NULL. */
static spy_seat *give(struct sched_lock *lock) {
  Int ended;
  const ThreadId tid = spy_schedule_leaving(&ended);
  /* A thread that dies by a fault lets the other threads end first. It does this within its handler, possibly from
   * translated code: the core's flag for translated code belongs to this thread, not to the next one. */
  spy_seat *seat = spy_schedule_seat(tid);
  seat->faults = VG_(in_generated_code);
  VG_(in_generated_code) = False;
  if (ended != 0) spy_futex_thread_ends(tid, ended);
  spy_schedule_leave();
  lock->owner = 0;
  return decide(lock, tid);
}

static void release(struct sched_lock *lock) {
  guard(lock);
  tl_assert(lock->owner == VG_(gettid)());
  const meaning means = lock->means;
  tl_assert(means != GIVES || !spy_host_thread_stands_in());
  spy_host_thread_stand_in(0);
  lock->means = GIVES;
  if ((means == KEEPS && !VG_(is_exiting)(spy_threads.holder)) || (means == GIVES && spy_schedule_keeps())) {
    lock->kept = True;
    ensure_poller(lock);
    unguard(lock);
    return;
  }
  spy_seat *seat = means == HANDS ? hand() : means == PASSES ? pass(lock) : give(lock);
  unguard(lock);
  if (seat) spy_host_wake(&seat->turn);
}

/* Releases the lock with a function of the core, because the core keeps records of each release. */
static void give_back(ThreadId tid, spy_core_status status, meaning means) {
  the_lock.means = means;
  VG_(release_BigLock)(tid, status, "memspy: turn");
}

ThreadId spy_lock_pass(ThreadId tid, ThreadId own, spy_core_status status) {
  the_lock.own = own;
  give_back(tid, status, PASSES);
  return the_lock.carrier != 0 && the_lock.carrier == spy_host_thread_self() ? the_lock.passed_to : VG_INVALID_THREADID;
}

void spy_lock_hand(ThreadId tid) { give_back(tid, SPY_CORE_YIELDS, HANDS); }

void spy_lock_keep(void) { the_lock.means = KEEPS; }

void spy_lock_watch(void) {
  if (!spy_threads.merging) return;
  guard(&the_lock);
  ensure_poller(&the_lock);
  unguard(&the_lock);
}

void spy_lock_newcomer(void) {
  the_lock.newcomers++;
  spy_host_wake(&the_lock.newcomers);
}

const struct sched_lock_ops vgModuleLocal_linux_ticket_lock_ops = {
    .get_sched_lock_name = get_name,
    .create_sched_lock = create,
    .destroy_sched_lock = destroy,
    .get_sched_lock_owner = get_owner,
    .acquire_sched_lock = acquire,
    .release_sched_lock = release,
};
