/* trace_interleavings.c: see trace_interleavings.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/trace/trace_interleavings.h"

#include <stdlib.h>

#include "coherence/coh_order-inl.h"
#include "tests/coherence/dice.h"
#include "tests/trace/trace_world.h"
#include "trace/trace_turns.h"

enum { PROCESSORS = 5, BATCHES = 6, NOTES = 4, SOURCES = 4, EVENTS_MOST = 60000 };

typedef struct {
  uint64_t key, value;
  uint32_t source, number;
} timed_event;

/* A batch: its events, those of each processor in order. */
typedef struct {
  timed_event events[EVENTS_MOST];
  uint32_t n;
  uint64_t clocks[PROCESSORS];
  uint64_t values[PROCESSORS];
} batch;

static void make_events(world *w, batch *b, uint32_t p, uint64_t clock, uint32_t n) {
  for (uint32_t i = 0; i < n && b->n < EVENTS_MOST; i++) {
    const timed_event e = {coh_order_key(clock, p), b->values[p]++, p * SOURCES + i % SOURCES, b->n};
    b->events[b->n++] = e;
    trace_compressor_event(w->compressor, e.source, e.value);
  }
}

static uint64_t next_key(const batch *b, uint32_t p) { return coh_order_key(b->clocks[p], p); }

/* The same a few times or often, told as a repetition. */
static void add_loop(world *w, trace_turns *turns, batch *b, uint32_t p, dice *d) {
  static const uint64_t lengths[] = {4, 6, 8, 12, 7};
  const uint64_t length = lengths[dice_below(d, dice_chance(d, 60) ? 2 : 5)];
  const uint32_t notes = dice_between(d, 1, NOTES), times = dice_between(d, 1, dice_chance(d, 50) ? 4 : 1000);
  uint32_t n[NOTES], at[NOTES];
  for (uint32_t i = 0; i < notes; i++) {
    n[i] = dice_between(d, 1, 3);
    at[i] = (i != 0 ? at[i - 1] : 0) + dice_below(d, 2);
  }
  (void)trace_turns_count(turns);
  for (uint32_t i = 0; i < notes; i++) {
    trace_turns_at(turns, coh_order_key(b->clocks[p] + at[i], p));
    make_events(w, b, p, b->clocks[p] + at[i], n[i]);
  }
  const uint32_t after = trace_turns_count(turns);
  for (uint32_t time = 1; time <= times; time++)
    for (uint32_t i = 0; i < notes; i++) make_events(w, b, p, b->clocks[p] + time * length + at[i], n[i]);
  b->clocks[p] += (times + 1) * length;
  trace_turns_repeat(turns, notes, times, length << COH_ORDER_BITS);
  if (after < notes) abort();
}

static void add_single(world *w, trace_turns *turns, batch *b, uint32_t p, dice *d) {
  trace_turns_at(turns, next_key(b, p));
  make_events(w, b, p, b->clocks[p], dice_below(d, 4));
  b->clocks[p] += dice_below(d, 6);
}

static int compare(const void *a, const void *b) {
  const timed_event *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return x->number < y->number ? -1 : 1;
}

static void add_batch(world *w, trace_turns *turns, batch *b, unsigned processors, dice *d) {
  b->n = 0;
  trace_turns_begin(turns, w->compressor);
  for (uint32_t p = 0; p < processors; p++) {
    if (dice_chance(d, 20)) continue;
    trace_compressor_select(w->compressor, p);
    trace_turns_of(turns, next_key(b, p));
    for (unsigned n = dice_below(d, 12); n > 0 && b->n < EVENTS_MOST / 10 * (p + 1); n--)
      if (dice_chance(d, 40))
        add_loop(w, turns, b, p, d);
      else
        add_single(w, turns, b, p, d);
  }
  trace_turns_end(turns);
  qsort(b->events, b->n, sizeof b->events[0], compare);
  for (uint32_t i = 0; i < b->n; i++)
    world_note(w, coh_order_processor(b->events[i].key), b->events[i].source, b->events[i].value);
}

/* An event between batches. */
static void add_alone(world *w, uint32_t p, uint64_t value) {
  world_note(w, p, 0, value);
  trace_compressor_select(w->compressor, p);
  trace_compressor_event(w->compressor, 0, value);
}

/* What comes in a batch is behind all of the batch before. */
static void meet(batch *b) {
  uint64_t latest = 0;
  for (unsigned p = 0; p < PROCESSORS; p++)
    if (b->clocks[p] > latest) latest = b->clocks[p];
  for (unsigned p = 0; p < PROCESSORS; p++) b->clocks[p] = latest + p;
}

static bool one(uint64_t seed) {
  static batch b;
  world w;
  trace_turns turns = {0};
  dice d = {seed};
  const unsigned processors = dice_between(&d, 1, PROCESSORS);
  world_begin(&w, PROCESSORS * SOURCES, NULL, false, true);
  b = (batch){0};
  for (unsigned i = 0; i < BATCHES; i++) {
    add_batch(&w, &turns, &b, processors, &d);
    meet(&b);
    if (dice_chance(&d, 30)) add_alone(&w, dice_below(&d, processors), i);
    trace_compressor_check(w.compressor);
  }
  trace_turns_clear(&turns);
  return world_check(&w, "interleavings", seed, NULL);
}

bool interleavings_check(unsigned seeds, uint64_t first) {
  bool good = true;
  for (uint64_t seed = first; seed < first + seeds; seed++) good = one(seed) && good;
  return good;
}
