/* spy_syscall_waits.c: see spy_syscall_waits.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/schedule/spy_syscall_waits.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"
#include "memspy/schedule/spy_ipc_waits.h"

/* Constants of the kernel. */
enum { POLL_IN = 1, POLL_OUT = 4 };
enum { MOST_POLLED = 1024, MOST_SELECTED = 1024 };
enum { DONT_WAIT = 0x40, SOCKET_LEVEL = 1, RECEIVE_TIME = 20, SEND_TIME = 21 };
enum { WAIT_NO_HANG = 1, WAIT_EXITED = 4, WAIT_NO_REAP = 0x01000000 };
enum { FUTEX_COMMAND = 127, WAIT_REQUEUE_PI = 11, LOCK_PI_2 = 13, OWNER_BITS = 0x3fffffff };
enum { SPLICE_DONT_WAIT = 2, MESSAGES_DONT_WAIT = 8 /* RWF_NOWAIT */, RING_EVENTS = 1, RING_REGISTERED = 16 };
enum { WAIT_FOR_ANY = 0, WAIT_FOR_PROCESS = 1, WAIT_FOR_GROUP = 2 };
typedef struct {
  Int fd;
  Short events, found;
} poll_item;

/* The current system call of a thread. */
typedef struct {
  Bool inside;
  UInt number;
  Int host_thread; /* the calling host thread */
  UWord arguments[SPY_SYSCALL_ARGUMENTS];
} call;

static call *calls; /* indexed by thread */

void spy_syscall_begins(ThreadId tid, UInt number, const UWord *arguments) {
  if (!calls) calls = VG_(calloc)("spy.kernel.calls", VG_N_THREADS, sizeof *calls);
  call *c = &calls[tid];
  c->inside = True;
  c->number = number;
  c->host_thread = VG_(gettid)();
  VG_(memcpy)(c->arguments, arguments, sizeof c->arguments);
}

void spy_syscall_ends(ThreadId tid) {
  if (calls) calls[tid].inside = False;
}

Bool spy_syscall_is_in(ThreadId tid) { return calls && calls[tid].inside; }
UInt spy_syscall_number(ThreadId tid) { return calls[tid].number; }

/* ---- would the call wait? ---- */

static Bool is_readable(UWord start, SizeT bytes) { return VG_(am_is_valid_for_client)(start, bytes, VKI_PROT_READ); }

static Bool fd_is_quiet(Int fd, Short events) {
  poll_item item = {fd, events, 0};
  return spy_core_syscall(SPY_SYS_POLL, (UWord)&item, 1, 0, 0, 0, 0) == 0;
}

static Bool fd_waits(Int fd, Short events) {
  if (!fd_is_quiet(fd, events)) return False;
  const Word flags = spy_core_syscall(SPY_SYS_FCNTL, (UWord)fd, VKI_F_GETFL, 0, 0, 0, 0);
  return flags >= 0 && !(flags & VKI_O_NONBLOCK);
}

static Bool poll_waits(const UWord *a, Bool waits_at_all) {
  poll_item items[MOST_POLLED];
  if (!waits_at_all || a[1] > MOST_POLLED || !is_readable(a[0], a[1] * sizeof items[0])) return waits_at_all;
  VG_(memcpy)(items, (const void *)a[0], a[1] * sizeof items[0]);
  return spy_core_syscall(SPY_SYS_POLL, (UWord)items, a[1], 0, 0, 0, 0) == 0;
}

static Bool select_waits(const UWord *a) {
  enum { BYTES = MOST_SELECTED / 8 };
  UChar sets[3][BYTES];
  UWord pointers[3] = {0, 0, 0};
  struct vki_timespec zero = {0, 0};
  const SizeT bytes = (a[0] + 63) / 64 * 8;
  if (bytes > BYTES) return True;
  for (UInt i = 0; i < 3; i++) {
    if (a[1 + i] == 0 || !is_readable(a[1 + i], bytes)) continue;
    VG_(memcpy)(sets[i], (const void *)a[1 + i], bytes);
    pointers[i] = (UWord)sets[i];
  }
  return spy_core_syscall(SPY_SYS_PSELECT6, a[0], pointers[0], pointers[1], pointers[2], (UWord)&zero, 0) == 0;
}

static Bool child_waits(UWord kind, UWord id, UWord options) {
  UWord info[16] = {0};
  if (options & WAIT_NO_HANG) return False;
  const Word result = spy_core_syscall(SPY_SYS_WAITID, kind, id, (UWord)info,
                                       (options & ~(UWord)3) | WAIT_EXITED | WAIT_NO_HANG | WAIT_NO_REAP, 0, 0);
  return result == 0 && info[0] == 0;
}

static Bool wait4_waits(const UWord *a) {
  const Int pid = (Int)a[0];
  if (pid > 0) return child_waits(WAIT_FOR_PROCESS, (UWord)pid, a[2]);
  if (pid == -1) return child_waits(WAIT_FOR_ANY, 0, a[2]);
  return child_waits(WAIT_FOR_GROUP, (UWord)-pid, a[2]);
}

static Bool is_zero_time(UWord time) {
  const struct vki_timespec *t = (const struct vki_timespec *)time;
  return t && is_readable(time, sizeof *t) && t->tv_sec == 0 && t->tv_nsec == 0;
}

static Bool is_plain_futex_wait(UWord command) {
  return command == VKI_FUTEX_WAIT || command == VKI_FUTEX_WAIT_BITSET || command == WAIT_REQUEUE_PI;
}

/* Returns whether a futex call would wait that spy_futex.h leaves to the kernel. A lock with priority inheritance
 * contains the number of its owner; when it is released, the thread that gets it becomes the owner. */
static Bool futex_waits(const call *c) {
  const UWord *a = c->arguments;
  const UWord command = a[1] & FUTEX_COMMAND;
  if (!is_readable(a[0], sizeof(UInt))) return False;
  const UInt word = *(const UInt *)a[0];
  if (is_plain_futex_wait(command)) return word == (UInt)a[2];
  if (command != VKI_FUTEX_LOCK_PI && command != LOCK_PI_2) return False;
  return (word & OWNER_BITS) != 0 && (word & OWNER_BITS) != (UInt)c->host_thread;
}

/* Returns whether a transfer between a pipe and files would wait. Each end of a pipe is for one direction. */
static Bool pages_wait(UWord fd) {
  const Word flags = spy_core_syscall(SPY_SYS_FCNTL, fd, VKI_F_GETFL, 0, 0, 0, 0);
  return flags >= 0 && fd_waits((Int)fd, (flags & VKI_O_ACCMODE) == VKI_O_RDONLY ? POLL_IN : POLL_OUT);
}

static Bool fds_wait(UWord in, UWord out) { return fd_waits((Int)in, POLL_IN) || fd_waits((Int)out, POLL_OUT); }

static Bool waits_none(const call *c) {
  (void)c;
  return False; /* if the call waits nevertheless, another thread detects that this thread does not return */
}
static Bool waits_to_read(const call *c) { return fd_waits((Int)c->arguments[0], POLL_IN); }
static Bool waits_to_write(const call *c) { return fd_waits((Int)c->arguments[0], POLL_OUT); }
static Bool waits_to_receive(const call *c) { return !(c->arguments[3] & DONT_WAIT) && waits_to_read(c); }
static Bool waits_to_receive_message(const call *c) { return !(c->arguments[2] & DONT_WAIT) && waits_to_read(c); }
static Bool waits_to_send(const call *c) { return !(c->arguments[3] & DONT_WAIT) && waits_to_write(c); }
static Bool waits_to_send_message(const call *c) { return !(c->arguments[2] & DONT_WAIT) && waits_to_write(c); }
static Bool waits_in_poll(const call *c) { return poll_waits(c->arguments, c->arguments[2] != 0); }
static Bool waits_in_ppoll(const call *c) { return poll_waits(c->arguments, !is_zero_time(c->arguments[2])); }
static Bool waits_in_select(const call *c) { return !is_zero_time(c->arguments[4]) && select_waits(c->arguments); }
static Bool waits_in_epoll(const call *c) { return c->arguments[3] != 0 && fd_is_quiet((Int)c->arguments[0], POLL_IN); }
static Bool waits_in_epoll_ns(const call *c) {
  return !is_zero_time(c->arguments[3]) && fd_is_quiet((Int)c->arguments[0], POLL_IN);
}
static Bool waits_to_read_next(const call *c) {
  return c->arguments[3] == ~0UL && !(c->arguments[5] & MESSAGES_DONT_WAIT) && waits_to_read(c);
}
static Bool waits_to_write_next(const call *c) {
  return c->arguments[3] == ~0UL && !(c->arguments[5] & MESSAGES_DONT_WAIT) && waits_to_write(c);
}
static Bool waits_to_splice(const call *c) {
  return !(c->arguments[5] & SPLICE_DONT_WAIT) && fds_wait(c->arguments[0], c->arguments[2]);
}
static Bool waits_to_tee(const call *c) {
  return !(c->arguments[3] & SPLICE_DONT_WAIT) && fds_wait(c->arguments[0], c->arguments[1]);
}
static Bool waits_to_splice_pages(const call *c) {
  return !(c->arguments[3] & SPLICE_DONT_WAIT) && pages_wait(c->arguments[0]);
}
static Bool waits_to_send_file(const call *c) { return fds_wait(c->arguments[1], c->arguments[0]); }
static Bool waits_to_send_queued(const call *c) { return !is_zero_time(c->arguments[4]) && waits_to_write(c); }
static Bool waits_to_receive_queued(const call *c) { return !is_zero_time(c->arguments[4]) && waits_to_read(c); }
static Bool waits_in_lock(const call *c) { return spy_ipc_lock_waits(c->arguments); }
static Bool waits_in_semop(const call *c) {
  const Bool is_timed = c->number == SPY_SYS_SEMTIMEDOP;
  return !(is_timed && is_zero_time(c->arguments[3])) && spy_ipc_semop_waits(c->arguments);
}
static Bool waits_to_queue(const call *c) { return spy_ipc_msgsnd_waits(c->arguments); }
static Bool waits_for_message(const call *c) { return spy_ipc_msgrcv_waits(c->arguments); }
static Bool waits_for_events(const call *c) {
  return !is_zero_time(c->arguments[4]) && spy_ipc_aio_waits(c->arguments);
}
static Bool waits_in_ring(const call *c) {
  const UWord to_submit = c->arguments[1], least = c->arguments[2], flags = c->arguments[3];
  return to_submit == 0 && least != 0 && (flags & (RING_EVENTS | RING_REGISTERED)) == RING_EVENTS &&
         fd_is_quiet((Int)c->arguments[0], POLL_IN);
}
static Bool waits_in_wait4(const call *c) { return wait4_waits(c->arguments); }
static Bool waits_in_waitid(const call *c) { return child_waits(c->arguments[0], c->arguments[1], c->arguments[3]); }
static Bool waits_in_futex(const call *c) { return futex_waits(c); }

/* No call of another thread can end the following waits. */
static Bool waits_in_sleep(const call *c) { return !is_zero_time(c->arguments[0]); }
static Bool waits_in_clock_sleep(const call *c) { return !is_zero_time(c->arguments[2]); }
static Bool waits_for_signal(const call *c) {
  (void)c;
  return True;
}

/* Stores the pending signals of the call's thread; any thread can call the function. Returns whether these signals are
 * known. */
static Bool pending_signals(const call *c, ULong *pending) {
  ULong to_process;
  *pending = spy_core_pending_signals();
  if (c->host_thread == VG_(gettid)()) return True;
  if (!spy_core_signals(c->host_thread, "SigPnd", pending) || !spy_core_signals(c->host_thread, "ShdPnd", &to_process))
    return False;
  *pending |= to_process;
  return True;
}

/* Returns whether a call would wait for a signal. If `others` is false, the call accepts the signals in the set to
 * which its first argument points; otherwise, all signals outside of this set. The call does not wait if a signal that
 * it accepts is already pending. */
static Bool waits_for_set(const call *c, Bool others) {
  ULong pending, set;
  if (!is_readable(c->arguments[0], sizeof set)) return False;
  VG_(memcpy)(&set, (const void *)c->arguments[0], sizeof set);
  return pending_signals(c, &pending) && (pending & (others ? ~set : set)) == 0;
}
static Bool waits_for_some_signal(const call *c) { return waits_for_set(c, False) && !is_zero_time(c->arguments[2]); }
static Bool waits_for_other_signal(const call *c) { return waits_for_set(c, True); }

typedef Bool (*waits_function)(const call *c);
static const struct {
  waits_function waits; /* NULL: the call is not handled */
  Bool lets_go;
} rows[] = {
#define SYSCALL(number, blocks, waits, lets_go, answer, path, before, after) [number] = {waits_##waits, lets_go},
#include "memspy/core/spy_syscalls.def"
#undef SYSCALL
};

static Bool is_known(UInt number) { return number < sizeof rows / sizeof rows[0] && rows[number].waits; }

Bool spy_syscall_waits(ThreadId tid) {
  if (!spy_syscall_is_in(tid) || !is_known(calls[tid].number)) return False;
  return rows[calls[tid].number].waits(&calls[tid]);
}

/* Returns whether the tool cannot detect that another thread's call ends the wait, as for a futex, because the kernel's
 * queue of a futex is unreadable. */
static Bool is_left_alone(const call *c) {
  const waits_function waits = rows[c->number].waits;
  if (waits == waits_in_futex) return is_plain_futex_wait(c->arguments[1] & FUTEX_COMMAND);
  return waits == waits_in_sleep || waits == waits_in_clock_sleep || waits == waits_for_signal ||
         waits == waits_for_some_signal || waits == waits_for_other_signal;
}

Bool spy_syscall_goes_on(ThreadId tid) {
  if (!spy_syscall_is_in(tid)) return False;
  const UInt number = calls[tid].number;
  return !is_known(number) || (!is_left_alone(&calls[tid]) && !rows[number].waits(&calls[tid]));
}

Bool spy_syscall_is_prompt(ThreadId tid) {
  if (!spy_syscall_is_in(tid)) return False;
  return calls[tid].number != SPY_SYS_YIELD && !spy_syscall_waits(tid);
}

/* ---- calls that the tool can wait in ---- */

/* For a call with a time-out: the format of the time-out, the number of its argument, and the number of the argument
 * with the signal mask during the call. Only the kernel can apply such a mask. */
typedef enum { TIME_NONE, TIME_MS, TIME_MICROSECONDS, TIME_NANOSECONDS } time_format;
typedef struct {
  UInt number;
  time_format format;
  UInt time_argument, mask_argument; /* mask_argument 0: the call has no signal mask */
} timed_call;
static const timed_call timed_calls[] = {
    {SPY_SYS_POLL, TIME_MS, 2, 0},
    {SPY_SYS_PPOLL, TIME_NANOSECONDS, 2, 3},
    {SPY_SYS_EPOLL_WAIT, TIME_MS, 3, 0},
    {SPY_SYS_EPOLL_PWAIT, TIME_MS, 3, 4},
    {SPY_SYS_EPOLL_PWAIT2, TIME_NANOSECONDS, 3, 4},
    {SPY_SYS_SELECT, TIME_MICROSECONDS, 4, 0},
    {SPY_SYS_PSELECT6, TIME_NANOSECONDS, 4, 5},
};

static const timed_call *timed_call_of(UInt number) {
  for (UInt i = 0; i < sizeof timed_calls / sizeof timed_calls[0]; i++)
    if (timed_calls[i].number == number) return &timed_calls[i];
  return NULL;
}

/* Returns whether a call has a signal mask. The argument of pselect6() is a pointer to the pointer to the mask. */
static Bool has_mask(const timed_call *t, const UWord *a) {
  if (t->mask_argument == 0 || a[t->mask_argument] == 0) return False;
  if (t->number != SPY_SYS_PSELECT6) return True;
  return !is_readable(a[t->mask_argument], sizeof(UWord)) || *(const UWord *)a[t->mask_argument] != 0;
}

/* Returns whether a socket has its own time-out for such calls. */
static Bool has_own_timeout(Int fd, UWord which) {
  UWord time[2] = {0, 0};
  UInt bytes = sizeof time;
  return spy_core_syscall(SPY_SYS_GETSOCKOPT, (UWord)fd, SOCKET_LEVEL, which, (UWord)time, (UWord)&bytes, 0) == 0 &&
         (time[0] != 0 || time[1] != 0);
}

static Bool has_own_timeouts(UWord in, UWord out) {
  return has_own_timeout((Int)in, RECEIVE_TIME) || has_own_timeout((Int)out, SEND_TIME);
}

static Bool is_file_call(UInt number, const UWord *a) {
  const waits_function waits = rows[number].waits;
  if (number == SPY_SYS_RECVMMSG && a[4] != 0) return False; /* the kernel handles its time-out */
  if (waits == waits_to_read || waits == waits_to_read_next || waits == waits_to_receive ||
      waits == waits_to_receive_message)
    return !has_own_timeout((Int)a[0], RECEIVE_TIME);
  if (waits == waits_to_write || waits == waits_to_write_next || waits == waits_to_send ||
      waits == waits_to_send_message)
    return !has_own_timeout((Int)a[0], SEND_TIME);
  if (waits == waits_to_splice_pages) return True;
  if (waits == waits_to_splice) return !has_own_timeouts(a[0], a[2]);
  if (waits == waits_to_tee) return !has_own_timeouts(a[0], a[1]);
  return waits == waits_to_send_file && !has_own_timeouts(a[1], a[0]);
}

static Bool can_look(const timed_call *t, const UWord *a) {
  if (t->number == SPY_SYS_POLL || t->number == SPY_SYS_PPOLL)
    return a[1] <= MOST_POLLED && is_readable(a[0], a[1] * sizeof(poll_item));
  if (t->number == SPY_SYS_SELECT || t->number == SPY_SYS_PSELECT6) return a[0] <= MOST_SELECTED;
  return True;
}

Bool spy_syscall_can_wait_here(UInt number, const UWord *arguments) {
  if (!is_known(number)) return False;
  call c = {.inside = True, .number = number, .host_thread = VG_(gettid)()};
  VG_(memcpy)(c.arguments, arguments, sizeof c.arguments);
  if (!rows[number].waits(&c)) return False;
  const timed_call *t = timed_call_of(number);
  return t ? can_look(t, arguments) && !has_mask(t, arguments) : is_file_call(number, arguments);
}

Int spy_syscall_time_argument(UInt number) {
  const timed_call *t = timed_call_of(number);
  return t ? (Int)t->time_argument + 1 : 0;
}

UWord spy_syscall_no_time(UInt number) {
  static UWord zero[2];
  const timed_call *t = timed_call_of(number);
  zero[0] = zero[1] = 0; /* the kernel possibly wrote the remaining time to this argument */
  return t && t->format != TIME_MS ? (UWord)zero : 0;
}

Bool spy_syscall_timeout(UInt number, const UWord *arguments, ULong *ns) {
  const timed_call *t = timed_call_of(number);
  if (!t) return False;
  const UWord time = arguments[t->time_argument];
  if (t->format == TIME_MS) {
    *ns = (ULong)(Int)time * 1000000;
    return (Int)time >= 0;
  }
  const struct vki_timespec *spec = (const struct vki_timespec *)time;
  if (!spec || !is_readable(time, sizeof *spec)) return False;
  *ns = (ULong)spec->tv_sec * 1000000000 + (ULong)spec->tv_nsec * (t->format == TIME_MICROSECONDS ? 1000 : 1);
  return True;
}

Bool spy_syscall_changes(UInt number, const UWord *arguments) {
  if (number == SPY_SYS_FCNTL) return spy_ipc_fcntl_lets_go(arguments[1]);
  return is_known(number) && rows[number].lets_go;
}

/* ---- host threads ---- */

/* Reads a file of a thread in /proc. Returns whether the file exists. */
static Bool read_task_file(Int host_thread, const HChar *name, HChar *text, Int bytes) {
  HChar path[64];
  VG_(sprintf)(path, "/proc/self/task/%d/%s", host_thread, name);
  const SysRes file = VG_(open)(path, VKI_O_RDONLY, 0);
  if (sr_isError(file)) return False;
  const Int n = VG_(read)((Int)sr_Res(file), text, bytes - 1);
  VG_(close)((Int)sr_Res(file));
  text[n > 0 ? n : 0] = '\0';
  return True;
}

/* Returns the letter of a thread's state, or 0 if the thread does not exist. */
static HChar state_of(Int host_thread) {
  HChar text[256];
  if (!read_task_file(host_thread, "stat", text, sizeof text)) return 0;
  const HChar *name_end = VG_(strrchr)(text, ')');
  return name_end && name_end[1] == ' ' ? name_end[2] : 0;
}

Word spy_host_thread_call(Int host_thread) {
  HChar text[256], *end;
  if (!read_task_file(host_thread, "syscall", text, sizeof text)) return SPY_NO_CALL;
  const Word number = (Word)VG_(strtoll10)(text, &end);
  return end != text && *end == ' ' ? number : SPY_NO_CALL;
}

Bool spy_host_thread_is_kept(Int host_thread) {
  const HChar state = state_of(host_thread);
  return state == 'S' || state == 'D';
}

Bool spy_host_thread_sleeps(Int host_thread) { return state_of(host_thread) == 'S'; }

Bool spy_host_thread_is_alive(Int host_thread) {
  const Int process = VG_(getpid)();
  if (spy_core_syscall(SPY_SYS_TGKILL, (UWord)process, (UWord)host_thread, 0, 0, 0, 0) != 0) return False;
  /* The first thread of a process stays a zombie until the last one has ended. */
  return host_thread != process || (state_of(host_thread) != 'Z' && state_of(host_thread) != 'X');
}
