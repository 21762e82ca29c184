/* spy_futex.c: see spy_futex.h.
 *
 * A call that is private to the process (FUTEX_PRIVATE_FLAG) never wakes a thread whose call is not private, and vice
 * versa, even at the same word: the kernel has different keys for them.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/schedule/spy_futex.h"

#include "memspy/schedule/spy_shared.h"
#include "memspy/schedule/spy_thread.h"
#include "memspy/schedule/spy_time.h"
#include "memspy/schedule/spy_wait.h"

enum { TIMED_OUT = 110 }; /* ETIMEDOUT, which Valgrind's headers do not have */
enum { COMMAND = 127, ALL_BITS = -1, NUMBER_BITS = 0x3fffffff };
enum { OP_SET, OP_ADD, OP_OR, OP_ANDN, OP_XOR, OP_SHIFTED = 8 };
enum { COMPARE_EQ, COMPARE_NE, COMPARE_LT, COMPARE_LE, COMPARE_GT, COMPARE_GE };

/* The key of a wait. */
typedef struct {
  Addr word;
  Bool is_private;
} place;

typedef struct {
  ThreadId tid;
  place at;
  UInt bits;
} waiter;

/* An element of the list of futex_waitv. */
typedef struct {
  ULong value, word;
  UInt flags, reserved;
} vector_element;
enum { MOST_ELEMENTS = 128 };

static XArray *waiters; /* array of waiter, in the order of their arrival */
static XArray *left;    /* array of Addr: words that the kernel handles, although no other process shares them */
static void (*when_stuck)(void);

static Word n_of(XArray *array) { return array ? VG_(sizeXA)(array) : 0; }

static waiter *waiter_at(Word i) { return VG_(indexXA)(waiters, i); }

Addr spy_futex_word(ThreadId tid) {
  for (Word i = 0; i < n_of(waiters); i++)
    if (waiter_at(i)->tid == tid) return waiter_at(i)->at.word;
  return 0;
}

void spy_futex_when_stuck(void (*report)(void)) { when_stuck = report; }

static place place_of(const UWord *a, Addr word) { return (place){word, (a[1] & VKI_FUTEX_PRIVATE_FLAG) != 0}; }

static Bool is_same(place a, place b) { return a.word == b.word && a.is_private == b.is_private; }

static Bool is_known(UWord command) {
  switch (command) {
    case VKI_FUTEX_WAIT:
    case VKI_FUTEX_WAIT_BITSET:
    case VKI_FUTEX_WAKE:
    case VKI_FUTEX_WAKE_BITSET:
    case VKI_FUTEX_REQUEUE:
    case VKI_FUTEX_CMP_REQUEUE:
    case VKI_FUTEX_WAKE_OP: return True;
    default: return False;
  }
}

Bool spy_futex_has_deadline(const UWord *a) {
  const UWord command = a[1] & COMMAND;
  return (command == VKI_FUTEX_WAIT || command == VKI_FUTEX_WAIT_BITSET) && a[3] != 0;
}

static Bool is_word(Addr word) {
  return word % sizeof(UInt) == 0 && VG_(am_is_valid_for_client)(word, sizeof(UInt), VKI_PROT_READ);
}

static UInt *word_at(Addr word) { return (UInt *)word; }

/* ---- waiting ---- */

static ULong ns_of(const struct vki_timespec *time) {
  return (ULong)time->tv_sec * 1000000000ULL + (ULong)time->tv_nsec;
}

/* Returns the end of a wait, by the monotonic clock, or 0 if the wait has no end. */
static ULong deadline_of(ThreadId tid, const UWord *a) {
  const struct vki_timespec *time = (const struct vki_timespec *)a[3];
  if (!time) return 0;
  const ULong now = spy_time_ns(tid, VKI_CLOCK_MONOTONIC);
  if ((a[1] & COMMAND) == VKI_FUTEX_WAIT) return now + ns_of(time);
  if (!(a[1] & VKI_FUTEX_CLOCK_REALTIME)) return ns_of(time) + 1;
  const ULong today = spy_time_ns(tid, VKI_CLOCK_REALTIME);
  return ns_of(time) <= today ? 1 : now + (ns_of(time) - today);
}

/* Removes a thread from the list of waiting threads. Returns whether it was in the list. */
static Bool forget_waiter(ThreadId tid) {
  for (Word i = 0; i < n_of(waiters); i++)
    if (waiter_at(i)->tid == tid) {
      VG_(removeIndexXA)(waiters, i);
      return True;
    }
  return False;
}

static Word begin_wait(ThreadId tid, const UWord *a, UInt bits, Bool *waits) {
  if (bits == 0) return -VKI_EINVAL;
  if (a[3] != 0 && !VG_(am_is_valid_for_client)(a[3], sizeof(struct vki_timespec), VKI_PROT_READ)) return -VKI_EFAULT;
  if (*word_at(a[0]) != (UInt)a[2]) return -VKI_EAGAIN;
  if (!waiters) waiters = VG_(newXA)(VG_(malloc), "spy.futex.waiters", VG_(free), sizeof(waiter));
  const waiter w = {tid, place_of(a, a[0]), bits};
  VG_(addToXA)(waiters, &w);
  *waits = True;
  return 0;
}

Bool spy_futex_waits_on(ThreadId tid) {
  if (spy_schedule_woken(tid) != SPY_DEADLOCK) return False;
  if (when_stuck) when_stuck();
  return spy_futex_word(tid) != 0;
}

/* A thread that was woken returns as woken, even if its time-out or a signal came before that, since the waking call
 * has counted it. */
Word spy_futex_end(ThreadId tid, Bool *interrupted) {
  if (!forget_waiter(tid)) return 0;
  if (spy_schedule_woken(tid) == SPY_TIMED_OUT) return -TIMED_OUT;
  *interrupted = True;
  return -VKI_EINTR;
}

/* ---- waking ---- */

/* Wakes up to `most` threads that wait at a place for any of the bits. Returns the number of threads woken. */
static Word wake(ThreadId tid, place at, Int most, UInt bits) {
  Word woken = 0;
  for (Word i = 0; i < n_of(waiters) && woken < most;) {
    const waiter w = *waiter_at(i);
    if (!is_same(w.at, at) || !(w.bits & bits)) {
      i++;
      continue;
    }
    VG_(removeIndexXA)(waiters, i);
    spy_schedule_wake(w.tid, SPY_WOKEN, tid);
    woken++;
  }
  return woken;
}

/* Moves up to `most` waiting threads to another place, after the threads that already wait there. */
static Word requeue(place from, place to, Int most) {
  Word moved = 0;
  const Word n = n_of(waiters);
  for (Word i = 0, seen = 0; seen < n && moved < most; seen++) {
    waiter w = *waiter_at(i);
    if (!is_same(w.at, from)) {
      i++;
      continue;
    }
    VG_(removeIndexXA)(waiters, i);
    w.at = to;
    VG_(addToXA)(waiters, &w);
    moved++;
  }
  return moved;
}

static UInt operated(UInt old, UInt op, UInt argument) {
  switch (op) {
    case OP_ADD: return old + argument;
    case OP_OR: return old | argument;
    case OP_ANDN: return old & ~argument;
    case OP_XOR: return old ^ argument;
    default: return argument;
  }
}

static Bool compares(Int old, UInt comparison, Int argument) {
  switch (comparison) {
    case COMPARE_EQ: return old == argument;
    case COMPARE_NE: return old != argument;
    case COMPARE_LT: return old < argument;
    case COMPARE_LE: return old <= argument;
    case COMPARE_GT: return old > argument;
    default: return old >= argument;
  }
}

static Int signed_12(UWord bits) { return (Int)(bits << 20) >> 20; }

/* FUTEX_WAKE_OP: changes the second word, and wakes threads that wait at the first word. If the old value of the second
 * word satisfies the comparison, also wakes threads that wait at the second word. */
static Word wake_op(ThreadId tid, const UWord *a) {
  if (!is_word(a[4])) return -VKI_EFAULT;
  const UInt op = a[5] >> 28 & 15, comparison = a[5] >> 24 & 15;
  UInt argument = (UInt)signed_12(a[5] >> 12 & 0xfff);
  if (op & OP_SHIFTED) argument = 1u << (argument & 31);
  const UInt old = *word_at(a[4]);
  *word_at(a[4]) = operated(old, op & 7, argument);
  Word woken = wake(tid, place_of(a, a[0]), (Int)a[2], (UInt)ALL_BITS);
  if (compares((Int)old, comparison, signed_12(a[5] & 0xfff)))
    woken += wake(tid, place_of(a, a[4]), (Int)a[3], (UInt)ALL_BITS);
  return woken;
}

Word spy_futex_begin(ThreadId tid, const UWord *a, Bool *waits) {
  const UWord command = a[1] & COMMAND;
  const place at = place_of(a, a[0]);
  if (a[0] % sizeof(UInt) != 0) return -VKI_EINVAL;
  if (!is_word(a[0])) return -VKI_EFAULT;
  switch (command) {
    case VKI_FUTEX_WAIT: return begin_wait(tid, a, (UInt)ALL_BITS, waits);
    case VKI_FUTEX_WAIT_BITSET: return begin_wait(tid, a, (UInt)a[5], waits);
    case VKI_FUTEX_WAKE: return wake(tid, at, (Int)a[2], (UInt)ALL_BITS);
    case VKI_FUTEX_WAKE_BITSET: return a[5] ? wake(tid, at, (Int)a[2], (UInt)a[5]) : -VKI_EINVAL;
    case VKI_FUTEX_WAKE_OP: return wake_op(tid, a);
    default: break;
  }
  if (command == VKI_FUTEX_CMP_REQUEUE && *word_at(a[0]) != (UInt)a[5]) return -VKI_EAGAIN;
  const Word woken = wake(tid, at, (Int)a[2], (UInt)ALL_BITS);
  return woken + requeue(at, place_of(a, a[4]), (Int)a[3]);
}

/* ---- the calls that the tool answers ---- */

static Bool is_left(Addr word) {
  for (Word i = 0; i < n_of(left); i++)
    if (*(const Addr *)VG_(indexXA)(left, i) == word) return True;
  return False;
}

/* Lets the kernel handle a word from now on. Wakes the threads that wait at the word in the tool, since a wake-up by
 * the kernel would not reach them. */
static void leave_word(ThreadId tid, Addr word) {
  enum { ALL_THREADS = 0x7fffffff };
  if (is_left(word)) return;
  if (!left) left = VG_(newXA)(VG_(malloc), "spy.futex.left", VG_(free), sizeof(Addr));
  VG_(addToXA)(left, &word);
  for (UInt is_private = 0; is_private < 2; is_private++)
    wake(tid, (place){word, is_private != 0}, ALL_THREADS, (UInt)ALL_BITS);
}

static Bool is_kernels(const UWord *a, Addr word) {
  return is_left(word) || (!(a[1] & VKI_FUTEX_PRIVATE_FLAG) && spy_shared_has(word));
}

static Bool has_two_words(UWord command) {
  return command == VKI_FUTEX_REQUEUE || command == VKI_FUTEX_CMP_REQUEUE || command == VKI_FUTEX_WAKE_OP;
}

Bool spy_futex_takes(ThreadId tid, const UWord *a) {
  const UWord command = a[1] & COMMAND;
  /* For a thread that runs alone, the tool answers only waits with a time-out in simulated time. */
  if (!is_known(command) || !(spy_schedule_has_threads() || (spy_time_is_simulated() && spy_futex_has_deadline(a))))
    return False;
  const Bool first = is_kernels(a, a[0]), second = has_two_words(command) ? is_kernels(a, a[4]) : first;
  if (!first && !second) return True;
  if (!first) leave_word(tid, a[0]);
  if (!second) leave_word(tid, a[4]);
  return False;
}

void spy_futex_leave_words(ThreadId tid, const UWord *a) {
  const vector_element *list = (const vector_element *)a[0];
  if (a[1] > MOST_ELEMENTS || !VG_(am_is_valid_for_client)(a[0], a[1] * sizeof *list, VKI_PROT_READ)) return;
  for (UWord i = 0; i < a[1]; i++) leave_word(tid, list[i].word);
}

Word spy_futex_call(ThreadId tid, const UWord *a, Bool *interrupted) {
  Bool waits = False;
  const Word result = spy_futex_begin(tid, a, &waits);
  if (!waits) return result;
  const ULong deadline = deadline_of(tid, a);
  do spy_schedule_wait(tid, deadline);
  while (spy_futex_waits_on(tid));
  return spy_futex_end(tid, interrupted);
}

/* When a thread ends, the kernel clears the word at which a joining thread waits, and marks robust mutexes. Both
 * contain the thread's number. */
void spy_futex_thread_ends(ThreadId tid, Int host_thread) {
  for (Word i = 0; i < n_of(waiters);) {
    const waiter w = *waiter_at(i);
    if (is_word(w.at.word) && (*word_at(w.at.word) & NUMBER_BITS) == (UInt)host_thread) {
      VG_(removeIndexXA)(waiters, i);
      spy_schedule_wake(w.tid, SPY_WOKEN, tid);
    } else {
      i++;
    }
  }
}

void spy_futex_forget(void) {
  if (waiters) VG_(dropTailXA)(waiters, VG_(sizeXA)(waiters));
}
