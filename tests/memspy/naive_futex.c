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

static void let_all_go(naive_futex *f, unsigned word, bool is_private) {
  for (unsigned i = 0; i < f->n;) {
    if (f->waiters[i].word == word && f->waiters[i].is_private == is_private)
      let_go(f, i);
    else
      i++;
  }
}

void naive_leave(naive_futex *f, unsigned word) {
  if (f->left[word]) return;
  f->left[word] = true;
  let_all_go(f, word, false);
  let_all_go(f, word, true);
}

static bool is_kernels(const naive_futex *f, unsigned word, bool is_private) {
  return f->left[word] || (f->shared[word] && !is_private);
}

bool naive_takes(naive_futex *f, unsigned word, unsigned second, bool is_private) {
  const bool one = is_kernels(f, word, is_private), other = is_kernels(f, second, is_private);
  f->n_woken = 0;
  if (!one && !other) return true;
  if (!one) naive_leave(f, word);
  if (!other) naive_leave(f, second);
  return false;
}

bool naive_wait(naive_futex *f, unsigned thread, unsigned word, bool is_private, uint32_t expected, uint32_t bits,
                long *result) {
  *result = bits == 0 ? -INVALID : -AGAIN;
  if (bits == 0 || f->words[word] != expected) return false;
  f->waiters[f->n++] = (naive_waiter){thread, word, is_private, bits};
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

static long wake_more(naive_futex *f, unsigned word, bool is_private, unsigned most, uint32_t bits) {
  long woken = 0;
  for (unsigned i = 0; i < f->n && woken < (long)most;) {
    const naive_waiter w = f->waiters[i];
    if (w.word == word && w.is_private == is_private && (w.bits & bits) != 0) {
      let_go(f, i);
      woken++;
    } else {
      i++;
    }
  }
  return woken;
}

long naive_wake(naive_futex *f, unsigned word, bool is_private, unsigned most, uint32_t bits) {
  f->n_woken = 0;
  return bits == 0 ? -INVALID : wake_more(f, word, is_private, most, bits);
}

long naive_requeue(naive_futex *f, unsigned from, unsigned to, bool is_private, unsigned wake, unsigned most) {
  f->n_woken = 0;
  const long woken = wake_more(f, from, is_private, wake, ~0u);
  naive_waiter moved[NAIVE_THREADS];
  unsigned n = 0;
  for (unsigned i = 0; i < f->n && n < most;) {
    if (f->waiters[i].word == from && f->waiters[i].is_private == is_private) {
      moved[n++] = f->waiters[i];
      take_out(f, i);
    } else {
      i++;
    }
  }
  for (unsigned i = 0; i < n; i++) f->waiters[f->n++] = (naive_waiter){moved[i].thread, to, is_private, moved[i].bits};
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

long naive_wake_op(naive_futex *f, unsigned word, unsigned second, bool is_private, unsigned most, unsigned most_second,
                   const naive_operation *operation) {
  f->n_woken = 0;
  const uint32_t old = f->words[second];
  f->words[second] = operate(old, operation);
  long woken = wake_more(f, word, is_private, most, ~0u);
  if (compare((int)old, operation)) woken += wake_more(f, second, is_private, most_second, ~0u);
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
