/* naive_futex.h: a model of futex(2) by its manual page, for threads of one process, written to be obviously right.
 *
 * All waiting threads are in one list, in the order in which their waits started.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { NAIVE_WORDS = 8, NAIVE_THREADS = 16 };

typedef struct {
  unsigned thread;
  unsigned word;
  bool is_private;
  uint32_t bits;
} naive_waiter;

typedef struct {
  uint32_t words[NAIVE_WORDS];
  bool shared[NAIVE_WORDS]; /* other processes may share the word */
  bool left[NAIVE_WORDS];   /* the kernel handles the word, whether it is shared or not */
  naive_waiter waiters[NAIVE_THREADS];
  unsigned n;
  unsigned woken[NAIVE_THREADS]; /* threads that the last call woke, in order */
  unsigned n_woken;
} naive_futex;

/* Whether the model handles a call with one or two words (if there is only one, it is given twice). If not, the kernel
 * handles both words from now on, unless it does already: the threads that wait at them continue. */
bool naive_takes(naive_futex *f, unsigned word, unsigned second, bool is_private);

/* The kernel handles a word from now on, as above. */
void naive_leave(naive_futex *f, unsigned word);

/* FUTEX_WAIT(_BITSET): returns whether the thread waits now; if not, *result is the result of the call. */
bool naive_wait(naive_futex *f, unsigned thread, unsigned word, bool is_private, uint32_t expected, uint32_t bits,
                long *result);

/* The thread has stopped waiting because of its time-out or of a signal; no other thread has woken it. */
void naive_give_up(naive_futex *f, unsigned thread);

/* Whether a thread waits. */
bool naive_waits(const naive_futex *f, unsigned thread);

/* FUTEX_WAKE(_BITSET), FUTEX_(CMP_)REQUEUE, FUTEX_WAKE_OP. Each returns the call's result; f->woken has the threads
 * that it woke. */
long naive_wake(naive_futex *f, unsigned word, bool is_private, unsigned most, uint32_t bits);
long naive_requeue(naive_futex *f, unsigned from, unsigned to, bool is_private, unsigned wake, unsigned most);

typedef struct {
  enum { NAIVE_SET, NAIVE_ADD, NAIVE_OR, NAIVE_ANDN, NAIVE_XOR } op;
  enum { NAIVE_EQ, NAIVE_NE, NAIVE_LT, NAIVE_LE, NAIVE_GT, NAIVE_GE } comparison;
  bool shifted;
  int argument, compared; /* -2048 .. 2047 */
} naive_operation;
long naive_wake_op(naive_futex *f, unsigned word, unsigned second, bool is_private, unsigned most, unsigned most_second,
                   const naive_operation *operation);

/* The thread with this number ends: the threads continue that wait at a word with this value. */
void naive_thread_ends(naive_futex *f, uint32_t number);
