/* spy_timers.c: see spy_timers.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/syscalls/spy_timers.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"
#include "memspy/schedule/spy_syscall_waits.h"
#include "memspy/schedule/spy_time.h"
#include "memspy/schedule/spy_wait.h"

#define SECOND 1000000000ULL
enum { ABSOLUTE = 1, POLL_IN = 1, RINGS_WITHIN = 1000 /* ms */ };

typedef struct {
  Int fd, clock;
  ULong at;       /* next expiry, or the first one since the timer was read, in ns of the monotonic clock; 0: the timer
                     is off */
  ULong interval; /* interval in ns; 0: the timer expires only once */
  Bool rung;      /* the timer's file is readable */
  Bool lent;      /* the timer runs in the kernel */
} timer;

/* The setting of a timer, in the kernel's format. */
typedef struct {
  ULong interval[2], value[2]; /* seconds and nanoseconds */
} setting;

static XArray *timers; /* NULL: there are no timers so far */

static Word n_timers(void) { return timers ? VG_(sizeXA)(timers) : 0; }
static timer *timer_at(Word i) { return VG_(indexXA)(timers, i); }

static timer *find(UWord fd) {
  for (Word i = 0; i < n_timers(); i++)
    if (timer_at(i)->fd == (Int)fd) return timer_at(i);
  return NULL;
}

Bool spy_timers_exist(void) { return n_timers() > 0; }
Bool spy_timers_has(UWord fd) { return find(fd) != NULL; }

/* ---- calls of the kernel ---- */

static void set_in_kernel(const timer *t, ULong value, ULong interval) {
  const setting s = {{interval / SECOND, interval % SECOND}, {value / SECOND, value % SECOND}};
  spy_core_syscall(SPY_SYS_TIMERFD_SETTIME, (UWord)t->fd, 0, (UWord)&s, 0, 0, 0);
}

static ULong left_in_kernel(const timer *t) {
  setting s = {{0}, {0}};
  spy_core_syscall(SPY_SYS_TIMERFD_GETTIME, (UWord)t->fd, (UWord)&s, 0, 0, 0, 0);
  return s.value[0] * SECOND + s.value[1];
}

/* ---- calls of the program ---- */

static ULong now_of(ThreadId tid) { return spy_time_ns(tid, VKI_CLOCK_MONOTONIC); }

static Bool is_time(const ULong *pair) { return pair[1] < SECOND && (Long)pair[0] >= 0; }
static ULong ns_of(const ULong *pair) { return pair[0] * SECOND + pair[1]; }

static ULong left(const timer *t, ULong now) {
  if (t->at == 0) return 0;
  if (now < t->at) return t->at - now;
  return t->interval ? t->interval - (now - t->at) % t->interval : 0;
}

static Bool put_setting(UWord to, const timer *t, ULong now) {
  const ULong value = left(t, now);
  const setting s = {{t->interval / SECOND, t->interval % SECOND}, {value / SECOND, value % SECOND}};
  if (!VG_(am_is_valid_for_client)(to, sizeof s, VKI_PROT_WRITE)) return False;
  VG_(memcpy)((void *)to, &s, sizeof s);
  return True;
}

/* Returns the expiry of a timer that is set now. Times of the timer's clock are converted to the monotonic clock. Each
 * call advances the clock, so no timer expires too early. */
static ULong end_of(ThreadId tid, const timer *t, const ULong *value, UWord flags) {
  const ULong ns = ns_of(value);
  if (ns == 0) return 0;
  const ULong shown = flags & ABSOLUTE ? spy_time_ns(tid, t->clock) : 0, now = now_of(tid);
  return ns > shown ? now + (ns - shown) : now;
}

Word spy_timers_answer_set(ThreadId tid, const UWord *a) {
  timer *t = find(a[0]);
  setting s;
  if (!VG_(am_is_valid_for_client)(a[2], sizeof s, VKI_PROT_READ)) return -VKI_EFAULT;
  VG_(memcpy)(&s, (const void *)a[2], sizeof s);
  if (!is_time(s.value) || !is_time(s.interval)) return -VKI_EINVAL;
  if (a[3] != 0 && !put_setting(a[3], t, now_of(tid))) return -VKI_EFAULT;
  set_in_kernel(t, 0, 0); /* unread expirations are lost */
  t->rung = t->lent = False;
  t->at = end_of(tid, t, s.value, a[1]);
  t->interval = ns_of(s.interval);
  if (t->at != 0) spy_schedule_watch_until(t->at);
  return 0;
}

Word spy_timers_answer_get(ThreadId tid, const UWord *a) {
  return put_setting(a[1], find(a[0]), now_of(tid)) ? 0 : -VKI_EFAULT;
}

/* ---- expiry of timers ---- */

ULong spy_timers_first(void) {
  ULong first = 0;
  for (Word i = 0; i < n_timers(); i++) {
    const timer *t = timer_at(i);
    if (t->at != 0 && !t->rung && (first == 0 || t->at < first)) first = t->at;
  }
  return first;
}

/* Waits until the timers' files are readable. Without this, the time at which a waiting thread is woken would depend on
 * the host. */
void spy_timers_ring(ThreadId tid) {
  if (spy_timers_first() == 0) return;
  const ULong now = now_of(tid);
  Bool any = False;
  for (Word i = 0; i < n_timers(); i++) {
    timer *t = timer_at(i);
    if (t->at == 0 || t->at > now || t->rung) continue;
    /* Sets the shortest possible time, and waits until the kernel reports that it has passed. */
    struct {
      Int fd;
      Short events, found;
    } item = {t->fd, POLL_IN, 0};
    set_in_kernel(t, 1, 0);
    spy_core_syscall(SPY_SYS_POLL, (UWord)&item, 1, RINGS_WITHIN, 0, 0, 0);
    t->rung = True;
    any = True;
  }
  if (any) spy_schedule_recheck(spy_syscall_goes_on, tid);
}

void spy_timers_lend(ThreadId tid) {
  if (spy_timers_first() == 0) return;
  const ULong now = now_of(tid);
  for (Word i = 0; i < n_timers(); i++) {
    timer *t = timer_at(i);
    if (t->at == 0 || t->rung) continue;
    set_in_kernel(t, t->at > now ? t->at - now : 1, 0);
    t->lent = True;
  }
}

void spy_timers_take_back(ThreadId tid) {
  for (Word i = 0; i < n_timers(); i++) {
    timer *t = timer_at(i);
    if (!t->lent) continue;
    t->lent = False;
    if (left_in_kernel(t) != 0) {
      set_in_kernel(t, 0, 0);
    } else {
      t->rung = True;
      spy_schedule_wait(tid, t->at);
    }
  }
}

void spy_timers_release(ThreadId tid) {
  if (n_timers() == 0) return;
  const ULong now = now_of(tid);
  for (Word i = 0; i < n_timers(); i++) {
    const timer *t = timer_at(i);
    if (t->at != 0 && !t->rung) set_in_kernel(t, t->at > now ? t->at - now : 1, t->interval);
  }
  VG_(deleteXA)(timers);
  timers = NULL;
}

/* ---- files ---- */

static void forget(UWord fd) {
  for (Word i = 0; i < n_timers(); i++)
    if (timer_at(i)->fd == (Int)fd) {
      VG_(removeIndexXA)(timers, i);
      return;
    }
}

void spy_timers_after(ThreadId tid, UWord number, const UWord *a, Word result) {
  if (number == SPY_SYS_TIMERFD_CREATE && result >= 0) {
    UWord fd = (UWord)result;
    if (!timers) timers = VG_(newXA)(VG_(malloc), "spy.timers", VG_(free), sizeof(timer));
    const timer new = {.fd = (Int)fd, .clock = (Int)a[0]};
    VG_(addToXA)(timers, &new);
  }
  if (n_timers() == 0 || result < 0) return;
  switch (number) {
    case SPY_SYS_CLOSE: forget(a[0]); break;
    case SPY_SYS_DUP2:
    case SPY_SYS_DUP3:
      if (a[0] != a[1]) forget(a[1]);
      break;
    case SPY_SYS_READ: {
      timer *t = find(a[0]);
      /* The program reads the number of expirations in simulated time. */
      if (t && t->rung && result == sizeof(ULong)) {
        UWord to = a[1];
        const ULong now = now_of(tid);
        const ULong times = t->interval && now > t->at ? 1 + (now - t->at) / t->interval : 1;
        *(ULong *)to = times;
        t->at = t->interval ? t->at + times * t->interval : 0;
        t->rung = False;
      }
      break;
    }
    default: break;
  }
}
