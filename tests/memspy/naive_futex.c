/* naive_futex.c: see naive_futex.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/memspy/naive_futex.h"

enum { AGAIN = 11, INVALID = 22 };

static void take_out(naive_futex *f, unsigned i) {
  for (f->n--; i < f->n; i++) f->waiters[i] = f->waiters[i + 1];
}

static void let_go(naive_futex *f, unsigned i) {
  f->woken[f->n_woken++] = f->waiters[i].thread;
  take_out(f, i);
}

bool naive_wait(naive_futex *f, unsigned thread, unsigned word, uint32_t expected, uint32_t bits, long *result) {
  *result = bits == 0 ? -INVALID : -AGAIN;
  if (bits == 0 || f->words[word] != expected) return false;
  f->waiters[f->n++] = (naive_waiter){thread, word, bits};
  return true;
}

void naive_give_up(naive_futex *f, unsigned thread) {
  for (unsigned i = 0; i < f->n; i++)
    if (f->waiters[i].thread == thread) take_out(f, i);
}

bool naive_waits(const naive_futex *f, unsigned thread) {
  for (unsigned i = 0; i < f->n; i++)
    if (f->waiters[i].thread == thread) return true;
  return false;
}

static long wake_more(naive_futex *f, unsigned word, unsigned most, uint32_t bits) {
  long woken = 0;
  for (unsigned i = 0; i < f->n && woken < (long)most;) {
    if (f->waiters[i].word == word && (f->waiters[i].bits & bits) != 0) {
      let_go(f, i);
      woken++;
    } else {
      i++;
    }
  }
  return woken;
}

long naive_wake(naive_futex *f, unsigned word, unsigned most, uint32_t bits) {
  f->n_woken = 0;
  return bits == 0 ? -INVALID : wake_more(f, word, most, bits);
}

long naive_requeue(naive_futex *f, unsigned from, unsigned to, unsigned wake, unsigned most) {
  f->n_woken = 0;
  const long woken = wake_more(f, from, wake, ~0u);
  naive_waiter moved[NAIVE_THREADS];
  unsigned n = 0;
  for (unsigned i = 0; i < f->n && n < most;) {
    if (f->waiters[i].word == from) {
      moved[n++] = f->waiters[i];
      take_out(f, i);
    } else {
      i++;
    }
  }
  for (unsigned i = 0; i < n; i++) f->waiters[f->n++] = (naive_waiter){moved[i].thread, to, moved[i].bits};
  return woken + n;
}

static uint32_t operate(uint32_t old, const naive_operation *o) {
  const uint32_t argument = o->shifted ? 1u << (o->argument & 31) : (uint32_t)o->argument;
  return o->op == NAIVE_SET    ? argument
         : o->op == NAIVE_ADD  ? old + argument
         : o->op == NAIVE_OR   ? old | argument
         : o->op == NAIVE_ANDN ? old & ~argument
                               : old ^ argument;
}

static bool compare(int old, const naive_operation *o) {
  const bool answers[] = {old == o->compared, old != o->compared, old<o->compared, old <= o->compared, old> o->compared,
                          old >= o->compared};
  return answers[o->comparison];
}

long naive_wake_op(naive_futex *f, unsigned word, unsigned second, unsigned most, unsigned most_second,
                   const naive_operation *operation) {
  f->n_woken = 0;
  const uint32_t old = f->words[second];
  f->words[second] = operate(old, operation);
  long woken = wake_more(f, word, most, ~0u);
  if (compare((int)old, operation)) woken += wake_more(f, second, most_second, ~0u);
  return woken;
}

void naive_thread_ends(naive_futex *f, uint32_t number) {
  f->n_woken = 0;
  for (unsigned i = 0; i < f->n;) {
    if ((f->words[f->waiters[i].word] & 0x3fffffff) == number)
      let_go(f, i);
    else
      i++;
  }
}
