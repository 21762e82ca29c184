/* naive_window.c: see naive_window.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/coherence/naive_window.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

void naive_window_start(naive_window *w, const coh_window_config *config) {
  memset(w, 0, sizeof *w);
  w->config = *config;
}

/* ---- waiting ---- */

/* Returns the first incomplete miss of the program, or NULL. `loads`: only of the loads in the reorder buffer. */
static naive_miss *oldest_incomplete(naive_window *w, bool loads) {
  for (size_t i = 0; i < w->n; i++)
    if (w->misses[i].completed > w->clock && (w->misses[i].blocks || !loads)) return &w->misses[i];
  return NULL;
}

/* Stalls the clock until a time. Charges the stall to one miss after the other, the oldest first. */
static void wait_until(naive_window *w, uint64_t time, bool loads) {
  while (w->clock < time) {
    naive_miss *oldest = oldest_incomplete(w, loads);
    assert(oldest);
    const uint64_t end = oldest->completed < time ? oldest->completed : time;
    const uint64_t cycles = w->stalled / MACH_TICKS;
    w->stalled += end - w->clock;
    w->clock = end;
    oldest->waited += w->stalled / MACH_TICKS - cycles;
  }
}

/* ---- instructions ---- */

static void enter_instruction(naive_window *w) {
  w->instruction++;
  for (size_t i = 0; i < w->n; i++)
    if (w->misses[i].blocks && w->misses[i].what.progress / w->config.step + w->config.instructions <= w->instruction)
      wait_until(w, w->misses[i].completed, true);
  w->clock += w->config.step;
}

void naive_window_run(naive_window *w, uint64_t instruction) {
  while (w->instruction < instruction) enter_instruction(w);
}

void naive_window_drain(naive_window *w, uint64_t instruction) {
  naive_window_run(w, instruction);
  for (size_t i = 0; i < w->n; i++) wait_until(w, w->misses[i].completed, false);
}

/* ---- misses ---- */

static int compare_times(const void *a, const void *b) {
  const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;
  return (x > y) - (x < y);
}

/* Returns the time at which a line arrives. To find the free line fill buffers, repeats the choices of all misses so
 * far: each miss took the buffer that became free last before the miss, or if none was free, the first to become free.
 */
static uint64_t fetch(const naive_window *w, uint64_t ready, uint32_t latency) {
  uint64_t times[MACH_MAX_OUTSTANDING] = {0};
  const unsigned n = w->config.outstanding;
  for (size_t i = 0; i <= w->n; i++) {
    const bool last = i == w->n;
    if (!last && !w->misses[i].in_buffer) continue;
    const uint64_t cycles = last ? latency : w->misses[i].what.latency, length = cycles * MACH_TICKS;
    qsort(times, n, sizeof *times, compare_times);
    unsigned taken = 0;
    if (!last) {
      const uint64_t issued = w->misses[i].line - length;
      while (taken + 1 < n && times[taken + 1] <= issued) taken++;
      assert(times[taken] <= issued);
      times[taken] = w->misses[i].line;
      continue;
    }
    while (taken + 1 < n && times[taken + 1] <= ready) taken++;
    return (times[taken] > ready ? times[taken] : ready) + length;
  }
  abort();
}

/* Returns the time from which on fewer than `set_misses` of the misses so far, of a set, wait for their lines. */
static uint64_t set_is_free_at(const naive_window *w, uint32_t set) {
  uint64_t times[NAIVE_MISSES];
  size_t n = 0;
  for (size_t i = 0; i < w->n; i++)
    if (w->misses[i].in_buffer && w->misses[i].what.set == set) times[n++] = w->misses[i].line;
  if (set == COH_NO_SET || w->config.set_misses == 0 || n < w->config.set_misses) return 0;
  qsort(times, n, sizeof *times, compare_times);
  return times[n - w->config.set_misses];
}

/* Returns the time at which all loads, or all stores in the store buffer, have completed. */
static uint64_t end_of(const naive_window *w, bool buffered) {
  uint64_t end = 0;
  for (size_t i = 0; i < w->n; i++)
    if ((buffered ? w->misses[i].buffered : w->misses[i].blocks) && w->misses[i].completed > end)
      end = w->misses[i].completed;
  return end;
}

/* If the structure for `most` misses is full, waits for the miss that entered it `most` misses ago. */
static void wait_for_entry(naive_window *w, bool buffered, unsigned most) {
  unsigned later = 0;
  for (size_t i = w->n; i-- > 0;) {
    if (!(buffered ? w->misses[i].buffered : w->misses[i].blocks) || ++later < most) continue;
    wait_until(w, w->misses[i].completed, !buffered);
    return;
  }
}

bool naive_window_forwards(const naive_window *w, uint64_t word) {
  for (size_t i = 0; i < w->n; i++)
    if (w->misses[i].buffered && w->misses[i].what.word == word && w->misses[i].completed > w->clock) return true;
  return false;
}

static uint64_t max(uint64_t a, uint64_t b) { return a > b ? a : b; }

/* Sets the time at which the line of a miss arrives that is ready at a time. */
static void obtain(const naive_window *w, naive_miss *m, uint64_t ready) {
  m->in_buffer = m->what.since <= ready && m->what.latency > 0;
  m->line = m->in_buffer ? fetch(w, max(ready, set_is_free_at(w, m->what.set)), m->what.latency)
                         : max(ready, m->what.since) + (uint64_t)m->what.latency * MACH_TICKS;
}

static void store(naive_window *w, naive_miss *m) {
  m->buffered = w->config.stores > 0;
  m->blocks = !m->buffered;
  wait_for_entry(w, m->buffered, m->buffered ? w->config.stores : w->config.instructions);
  obtain(w, m, max(w->clock, end_of(w, false)));
  m->completed = m->buffered ? max(m->line, end_of(w, true)) : m->line;
}

static void load(naive_window *w, naive_miss *m) {
  m->forwarded = naive_window_forwards(w, m->what.word);
  if (m->forwarded && m->what.kind == COH_WINDOW_MODIFY) {
    store(w, m);
    return;
  }
  if (m->forwarded) {
    m->completed = max(w->clock, m->what.producer);
    return;
  }
  wait_for_entry(w, false, w->config.instructions);
  m->blocks = true;
  obtain(w, m, max(w->clock, m->what.producer));
  m->completed = m->line;
}

const naive_miss *naive_window_miss(naive_window *w, const coh_window_miss *miss) {
  assert(w->n < NAIVE_MISSES);
  naive_window_run(w, miss->progress / w->config.step);
  naive_miss m = {.what = *miss, .entered = w->clock};
  if (miss->kind == COH_WINDOW_LOAD || miss->kind == COH_WINDOW_MODIFY) load(w, &m);
  if (miss->kind == COH_WINDOW_STORE) store(w, &m);
  if (miss->kind == COH_WINDOW_ATOMIC) {
    naive_window_drain(w, miss->progress / w->config.step);
    m.completed = max(w->clock, miss->since) + (uint64_t)miss->latency * MACH_TICKS;
  }
  w->misses[w->n++] = m;
  if (miss->kind == COH_WINDOW_ATOMIC) wait_until(w, m.completed, false);
  return &w->misses[w->n - 1];
}
