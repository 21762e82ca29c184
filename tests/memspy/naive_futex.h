/* naive_futex.h: futex(2), as its manual page says, for threads of one process: written to be obviously right.
 *
 * Who waits stands in one list, in the order in which the waits began.
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
  bool left[NAIVE_WORDS];   /* the kernel answers for the word, whoever shares it */
  naive_waiter waiters[NAIVE_THREADS];
  unsigned n;
  unsigned woken[NAIVE_THREADS]; /* by the last call, in order */
  unsigned n_woken;
} naive_futex;

/* Whether a call at one or two words (else the same twice) is answered here. If not, the kernel answers for both words
 * from now on, unless it does so anyway: threads that wait at them go on. */
bool naive_takes(naive_futex *f, unsigned word, unsigned second, bool is_private);

/* The kernel answers for a word from now on: as above. */
void naive_leave(naive_futex *f, unsigned word);

/* FUTEX_WAIT(_BITSET): whether the thread waits now; if not, *result is the call's. */
bool naive_wait(naive_futex *f, unsigned thread, unsigned word, bool is_private, uint32_t expected, uint32_t bits,
                long *result);

/* The thread has stopped to wait because of its time or of a signal; no other thread has woken it. */
void naive_give_up(naive_futex *f, unsigned thread);

/* Whether a thread waits. */
bool naive_waits(const naive_futex *f, unsigned thread);

/* FUTEX_WAKE(_BITSET), FUTEX_(CMP_)REQUEUE, FUTEX_WAKE_OP. Each returns the call's result; f->woken says which threads
 * go on. */
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

/* A thread of that number ends: those go on that wait at a word with it. */
void naive_thread_ends(naive_futex *f, uint32_t number);
