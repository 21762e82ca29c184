/* spy_syscall_waits.c: see spy_syscall_waits.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/schedule/spy_syscall_waits.h"

#include "memspy/core/spy_core.h"
#include "memspy/core/spy_platform.h"

/* From the kernel's interface. */
enum { POLL_IN = 1, POLL_OUT = 4 };
enum { WAIT_NO_HANG = 1, WAIT_EXITED = 4, WAIT_NO_REAP = 0x01000000 };
enum { FUTEX_COMMAND = 127, LOCK_PI_2 = 13, OWNER_BITS = 0x3fffffff };
enum { WAIT_FOR_ANY = 0, WAIT_FOR_PROCESS = 1, WAIT_FOR_GROUP = 2 };
typedef struct {
  Int fd;
  Short events, found;
} poll_item;

/* A system call that a thread is in. */
typedef struct {
  Bool inside;
  UInt number;
  Int host_thread; /* whose call it is */
  UWord arguments[SPY_SYSCALL_ARGUMENTS];
} call;

static call *calls; /* by thread */

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

/* ---- would it wait? ---- */

static Bool is_readable(UWord start, SizeT bytes) { return VG_(am_is_valid_for_client)(start, bytes, VKI_PROT_READ); }

static Bool fd_waits(Int fd, Short events) {
  poll_item item = {fd, events, 0};
  return spy_core_syscall(SPY_SYS_POLL, (UWord)&item, 1, 0, 0, 0, 0) == 0;
}

static Bool poll_waits(const UWord *a, Bool waits_at_all) {
  enum { MOST = 256 };
  poll_item items[MOST];
  if (!waits_at_all || a[1] > MOST || !is_readable(a[0], a[1] * sizeof items[0])) return waits_at_all;
  VG_(memcpy)(items, (const void *)a[0], a[1] * sizeof items[0]);
  return spy_core_syscall(SPY_SYS_POLL, (UWord)items, a[1], 0, 0, 0, 0) == 0;
}

static Bool select_waits(const UWord *a) {
  enum { BYTES = 128 };
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

/* Of the futex calls that spy_futex.h leaves to the kernel. A lock with priority inheritance holds its owner's number;
 * who is given it when it is released is its owner from then on. */
static Bool futex_waits(const call *c) {
  const UWord *a = c->arguments;
  const UWord command = a[1] & FUTEX_COMMAND;
  if (command != VKI_FUTEX_LOCK_PI && command != LOCK_PI_2)
    return command == VKI_FUTEX_WAIT || command == VKI_FUTEX_WAIT_BITSET;
  if (!is_readable(a[0], sizeof(UInt))) return False;
  const UInt owner = *(const UInt *)a[0] & OWNER_BITS;
  return owner != 0 && owner != (UInt)c->host_thread;
}

static Bool waits_none(const call *c) {
  (void)c;
  return False; /* should it wait after all, somebody will see that it does not come back */
}
static Bool waits_to_read(const call *c) { return fd_waits((Int)c->arguments[0], POLL_IN); }
static Bool waits_to_write(const call *c) { return fd_waits((Int)c->arguments[0], POLL_OUT); }
static Bool waits_in_poll(const call *c) { return poll_waits(c->arguments, c->arguments[2] != 0); }
static Bool waits_in_ppoll(const call *c) { return poll_waits(c->arguments, !is_zero_time(c->arguments[2])); }
static Bool waits_in_select(const call *c) { return !is_zero_time(c->arguments[4]) && select_waits(c->arguments); }
static Bool waits_in_epoll(const call *c) { return c->arguments[3] != 0 && fd_waits((Int)c->arguments[0], POLL_IN); }
static Bool waits_in_wait4(const call *c) { return wait4_waits(c->arguments); }
static Bool waits_in_waitid(const call *c) { return child_waits(c->arguments[0], c->arguments[1], c->arguments[3]); }
static Bool waits_in_futex(const call *c) { return futex_waits(c); }

/* What no other thread's call can change. */
static Bool waits_in_sleep(const call *c) { return !is_zero_time(c->arguments[0]); }
static Bool waits_in_clock_sleep(const call *c) { return !is_zero_time(c->arguments[2]); }
static Bool waits_for_signal(const call *c) {
  (void)c;
  return True;
}

static const struct {
  Bool (*waits)(const call *c); /* NULL: a call that the tool does not look at */
  Bool lets_go;
} rows[] = {
#define SYSCALL(number, waits, lets_go, answer, path, before, after) [number] = {waits_##waits, lets_go},
#include "memspy/core/spy_syscalls.def"
#undef SYSCALL
};

static Bool is_known(UInt number) { return number < sizeof rows / sizeof rows[0] && rows[number].waits; }

Bool spy_syscall_waits(ThreadId tid) {
  if (!spy_syscall_is_in(tid) || !is_known(calls[tid].number)) return False;
  return rows[calls[tid].number].waits(&calls[tid]);
}

Bool spy_syscall_goes_on(ThreadId tid) {
  if (!spy_syscall_is_in(tid)) return False;
  const UInt number = calls[tid].number;
  if (!is_known(number)) return True;
  Bool (*const waits)(const call *) = rows[number].waits;
  return waits != waits_in_sleep && waits != waits_in_clock_sleep && waits != waits_for_signal && !waits(&calls[tid]);
}

Bool spy_syscall_changes(UInt number) { return is_known(number) && rows[number].lets_go; }

/* ---- threads of the host ---- */

/* The letter for a thread's state in /proc; 0: no such thread. */
static HChar state_of(Int host_thread) {
  HChar path[64], text[256];
  VG_(sprintf)(path, "/proc/self/task/%d/stat", host_thread);
  const SysRes file = VG_(open)(path, VKI_O_RDONLY, 0);
  if (sr_isError(file)) return 0;
  const Int n = VG_(read)((Int)sr_Res(file), text, sizeof text - 1);
  VG_(close)((Int)sr_Res(file));
  text[n > 0 ? n : 0] = '\0';
  const HChar *name_end = VG_(strrchr)(text, ')');
  return name_end && name_end[1] == ' ' ? name_end[2] : 0;
}

Bool spy_host_thread_sleeps(Int host_thread) { return state_of(host_thread) == 'S'; }

Bool spy_host_thread_is_alive(Int host_thread) {
  const Int process = VG_(getpid)();
  if (spy_core_syscall(SPY_SYS_TGKILL, (UWord)process, (UWord)host_thread, 0, 0, 0, 0) != 0) return False;
  /* The process's first thread stays a zombie until the last one has ended. */
  return host_thread != process || (state_of(host_thread) != 'Z' && state_of(host_thread) != 'X');
}
