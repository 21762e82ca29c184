/* spy_answer_time.c: see spy_answer_time.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/syscalls/spy_answer_time.h"

#include "memspy/core/spy_platform.h"
#include "memspy/schedule/spy_time.h"

#define SECOND 1000000000ULL
enum { PROCESS_TIME = 2 /* CLOCK_PROCESS_CPUTIME_ID */, TICK = 10000000 /* ns of times() */, ABSOLUTE = 1 };

static Bool put(UWord to, const void *value, SizeT bytes) {
  if (!VG_(am_is_valid_for_client)(to, bytes, VKI_PROT_WRITE)) return False;
  VG_(memcpy)((void *)to, value, bytes);
  return True;
}

static Bool put_pair(UWord to, ULong first, ULong second) {
  const ULong pair[2] = {first, second};
  return put(to, pair, sizeof pair);
}

static Word answer_gettime(ThreadId tid, const UWord *a) {
  const ULong ns = spy_time_ns(tid, (Int)a[0]);
  return put_pair(a[1], ns / SECOND, ns % SECOND) ? 0 : -VKI_EFAULT;
}

static Word answer_today(ThreadId tid, const UWord *a) {
  const ULong ns = spy_time_ns(tid, VKI_CLOCK_REALTIME);
  if (a[0] != 0 && !put_pair(a[0], ns / SECOND, ns % SECOND / 1000)) return -VKI_EFAULT;
  return a[1] == 0 || put(a[1], &(ULong){0}, sizeof(ULong)) ? 0 : -VKI_EFAULT; /* the time zone is UTC */
}

static Word answer_seconds(ThreadId tid, const UWord *a) {
  const ULong seconds = spy_time_ns(tid, VKI_CLOCK_REALTIME) / SECOND;
  return a[0] == 0 || put(a[0], &seconds, sizeof seconds) ? (Word)seconds : -VKI_EFAULT;
}

/* Answers times(). The processor time is user time of this process; the system time and the times of children are 0. */
static Word answer_ticks(ThreadId tid, const UWord *a) {
  const ULong ticks[4] = {spy_time_ns(tid, PROCESS_TIME) / TICK};
  if (a[0] != 0 && !put(a[0], ticks, sizeof ticks)) return -VKI_EFAULT;
  return (Word)(spy_time_ns(tid, VKI_CLOCK_MONOTONIC) / TICK);
}

static Word answer_usage(ThreadId tid, const UWord *a) {
  const ULong ns = (Int)a[0] == -1 ? 0 : spy_time_ns(tid, PROCESS_TIME);
  const ULong usage[18] = {ns / SECOND, ns % SECOND / 1000};
  return put(a[1], usage, sizeof usage) ? 0 : -VKI_EFAULT;
}

Word spy_answer_time(ThreadId tid, UWord number, const UWord *a) {
  switch (number) {
    case SPY_SYS_CLOCK_GETTIME: return answer_gettime(tid, a);
    case SPY_SYS_GETTIMEOFDAY: return answer_today(tid, a);
    case SPY_SYS_TIME: return answer_seconds(tid, a);
    case SPY_SYS_TIMES: return answer_ticks(tid, a);
    default: return answer_usage(tid, a);
  }
}

ULong spy_answer_sleep_end(ThreadId tid, UWord number, const UWord *a) {
  const Bool has_clock = number == SPY_SYS_CLOCK_NANOSLEEP;
  const struct vki_timespec *time = (const struct vki_timespec *)a[has_clock ? 2 : 0];
  if (!VG_(am_is_valid_for_client)((Addr)time, sizeof *time, VKI_PROT_READ)) return 0;
  if (time->tv_sec < 0 || (ULong)time->tv_nsec >= SECOND) return 0;
  const ULong ns = (ULong)time->tv_sec * SECOND + (ULong)time->tv_nsec;
  /* Reading a clock advances it. So `now` is read last: no sleep ends too early. */
  const ULong shown = has_clock && a[1] & ABSOLUTE ? spy_time_ns(tid, (Int)a[0]) : 0;
  const ULong now = spy_time_ns(tid, VKI_CLOCK_MONOTONIC);
  return ns > shown ? now + (ns - shown) : now;
}

void spy_answer_sleep_rest(ThreadId tid, UWord number, const UWord *a, ULong end) {
  const Bool has_clock = number == SPY_SYS_CLOCK_NANOSLEEP;
  const UWord to = a[has_clock ? 3 : 1];
  if (to == 0 || (has_clock && a[1] & ABSOLUTE)) return;
  const ULong now = spy_time_ns(tid, VKI_CLOCK_MONOTONIC), left = end > now ? end - now : 0;
  put_pair(to, left / SECOND, left % SECOND);
}
