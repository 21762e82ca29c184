/* trace_interleavings.c: see trace_interleavings.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/trace/trace_interleavings.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "coherence/coh_order-inl.h"
#include "tests/coherence/dice.h"
#include "tests/trace/legal_order.h"
#include "tests/trace/trace_world.h"
#include "trace/trace_expand.h"
#include "trace/trace_turns.h"

enum { PROCESSORS = 5, BATCHES = 6, NOTES = 4, SOURCES = 4, EVENTS_MOST = 60000 };

typedef struct {
  uint64_t key, value;
  uint32_t source, number;
  bool alone;
} timed_event;

/* A batch: its events. Those of each processor are in order. */
typedef struct {
  timed_event events[EVENTS_MOST];
  uint32_t n;
  uint64_t clocks[PROCESSORS];
  uint64_t values[PROCESSORS];
  bool exact;
} batch;

/* For each event in the world's list, in the same order: its time, its batch, and whether it was a single event. */
typedef struct {
  uint64_t clock;
  uint32_t batch;
  bool alone;
} event_time;
typedef struct {
  event_time *of;
  uint64_t n, room;
} timing;

static void make_events(world *w, batch *b, uint32_t p, uint64_t clock, uint32_t n, bool alone) {
  for (uint32_t i = 0; i < n && b->n < EVENTS_MOST; i++) {
    const timed_event e = {coh_order_key(clock, p), b->values[p]++, p * SOURCES + i % SOURCES, b->n, alone};
    b->events[b->n++] = e;
    trace_compressor_event(w->compressor, e.source, e.value);
  }
}

static uint64_t next_key(const batch *b, uint32_t p) { return coh_order_key(b->clocks[p], p); }

/* A repetition: the length of a round, and the notes of one round: events, and cycles since its start. */
typedef struct {
  uint64_t length;
  uint32_t times, notes, n[NOTES], at[NOTES];
  bool alone;
} loop;

/* Reports the same round several times, or many times, as a repetition. */
static void add_loop(world *w, trace_turns *turns, batch *b, uint32_t p, const loop *l) {
  const uint32_t before = trace_turns_count(turns);
  for (uint32_t i = 0; i < l->notes; i++) {
    trace_turns_at(turns, coh_order_key(b->clocks[p] + l->at[i], p), l->alone);
    make_events(w, b, p, b->clocks[p] + l->at[i], l->n[i], l->alone);
  }
  const uint32_t made = trace_turns_count(turns) - before;
  for (uint64_t time = 1; time <= l->times; time++)
    for (uint32_t i = 0; i < l->notes; i++)
      make_events(w, b, p, b->clocks[p] + time * l->length + l->at[i], l->n[i], l->alone);
  b->clocks[p] += (l->times + 1) * l->length;
  trace_turns_repeat(turns, made, l->times, coh_order_span(l->length));
  if (made == 0 || made > l->notes || (made != l->notes && (!l->alone || b->exact))) abort();
}

static void add_any_loop(world *w, trace_turns *turns, batch *b, uint32_t p, dice *d, bool alone) {
  static const uint64_t lengths[] = {4, 6, 8, 12, 7, 150, 600};
  loop l = {.length = lengths[dice_below(d, dice_chance(d, 60) ? 2 : 7)],
            .notes = dice_between(d, 1, NOTES),
            .times = dice_between(d, 1, dice_chance(d, 50) ? 4 : 1000),
            .alone = alone};
  for (uint32_t i = 0; i < l.notes; i++) {
    l.n[i] = dice_between(d, 1, 3);
    l.at[i] = (i != 0 ? l.at[i - 1] : 0) + dice_below(d, 2);
  }
  add_loop(w, turns, b, p, &l);
}

static void add_single(world *w, trace_turns *turns, batch *b, uint32_t p, dice *d, bool alone) {
  trace_turns_at(turns, next_key(b, p), alone);
  make_events(w, b, p, b->clocks[p], dice_below(d, 4), alone);
  b->clocks[p] += dice_below(d, dice_chance(d, 10) ? 300 : dice_chance(d, 40) ? 36 : 6);
}

static int compare(const void *a, const void *b) {
  const timed_event *x = a, *y = b;
  if (x->key != y->key) return x->key < y->key ? -1 : 1;
  return x->number < y->number ? -1 : 1;
}

static void note_timing(timing *t, uint64_t clock, uint32_t batch, bool alone) {
  if (t->n == t->room) {
    t->room = 2 * t->room + 1024;
    t->of = realloc(t->of, t->room * sizeof *t->of);
    if (!t->of) abort();
  }
  t->of[t->n].clock = clock;
  t->of[t->n].batch = batch;
  t->of[t->n++].alone = alone;
}

/* share: the percentage of single events among loops and single events. */
static void add_batch(world *w, trace_turns *turns, batch *b, unsigned processors, dice *d, unsigned share) {
  b->n = 0;
  b->exact = dice_chance(d, 30);
  trace_turns_begin(turns, w->compressor, b->exact);
  for (uint32_t p = 0; p < processors; p++) {
    if (dice_chance(d, 20)) continue;
    trace_compressor_select(w->compressor, p);
    trace_turns_of(turns, next_key(b, p));
    for (unsigned n = dice_below(d, dice_chance(d, 20) ? 60 : 12); n > 0 && b->n < EVENTS_MOST / 10 * (p + 1); n--)
      if (dice_chance(d, 40))
        add_any_loop(w, turns, b, p, d, dice_chance(d, share));
      else
        add_single(w, turns, b, p, d, dice_chance(d, share));
  }
}

static void note_batch(world *w, const batch *b, timing *t, uint32_t number) {
  for (uint32_t i = 0; i < b->n; i++) {
    const timed_event *e = &b->events[i];
    world_note(w, coh_order_processor(e->key), e->source, e->value);
    note_timing(t, coh_order_clock(e->key), number, e->alone);
  }
}

/* An event between batches. */
static void add_between(world *w, uint32_t p, uint64_t value) {
  world_note(w, p, 0, value);
  trace_compressor_select(w->compressor, p);
  trace_compressor_event(w->compressor, 0, value);
}

/* All events of a batch come after all events of the previous batch. */
static void meet(batch *b) {
  uint64_t latest = 0;
  for (unsigned p = 0; p < PROCESSORS; p++)
    if (b->clocks[p] > latest) latest = b->clocks[p];
  for (unsigned p = 0; p < PROCESSORS; p++) b->clocks[p] = latest + p;
}

/* A single event may precede others of its batch that were earlier by some time. */
static bool may_pass(void *closure, uint64_t late, uint64_t early) {
  enum { MOST = (TRACE_TURNS_WHILES + 1) * TRACE_TURNS_WHILE };
  const timing *t = closure;
  return t->of[late].alone && t->of[late].batch == t->of[early].batch && t->of[late].clock - t->of[early].clock < MOST;
}

static uint64_t passed; /* events that preceded others */

/* Sorts the world's list into the order of its file, if that order is allowed. */
static bool put_in_order(world *w, timing *t) {
  trace_error error;
  legal_order order = {.may_pass = may_pass, .closure = t};
  world_event *events = malloc((w->n + 1) * sizeof *events);
  trace_reader *reader = trace_reader_new(w->file, w->size, NULL, NULL, &error);
  if (!events || !reader) abort();
  trace_expander *expander = trace_expander_new(reader, 0);
  trace_batch batch;
  uint64_t n = 0, at = 0;
  for (uint64_t i = 0; i < w->n; i++) legal_order_tell(&order, w->events[i].processor);
  while (at != LEGAL_ORDER_NONE && trace_expander_next(expander, &batch, &error))
    for (uint64_t i = 0; i < batch.repeats * batch.n && at != LEGAL_ORDER_NONE; i++) {
      at = legal_order_take(&order, batch.processor);
      if (at != LEGAL_ORDER_NONE) events[n++] = w->events[at];
    }
  const bool good = at != LEGAL_ORDER_NONE && legal_order_is_over(&order);
  if (!good) printf("event %" PRIu64 " of %" PRIu64 " passes another one\n", n, w->n);
  passed += order.passed;
  trace_expander_free(expander);
  trace_reader_free(reader);
  legal_order_clear(&order);
  free(w->events);
  w->events = events;
  return good;
}

/* A world, and the test's data about it. */
typedef struct {
  world w;
  trace_turns turns;
  timing t;
  uint32_t batches;
} trial;

static void trial_begin(trial *one) {
  *one = (trial){0};
  world_begin(&one->w, PROCESSORS * SOURCES, NULL, false, true);
}

static void end_batch(trial *one, batch *b) {
  trace_turns_end(&one->turns);
  qsort(b->events, b->n, sizeof b->events[0], compare);
  note_batch(&one->w, b, &one->t, one->batches++);
}

static bool trial_end(trial *one, const char *name, uint64_t seed) {
  trace_turns_clear(&one->turns);
  world_end(&one->w);
  const bool good = put_in_order(&one->w, &one->t);
  if (!good) printf("FAILED: seed %" PRIu64 ", order of %s\n", seed, name);
  free(one->t.of);
  return world_check(&one->w, name, seed, NULL) && good;
}

static bool any(uint64_t seed) {
  static batch b;
  static trial one;
  dice d = {seed};
  const unsigned processors = dice_between(&d, 1, PROCESSORS);
  trial_begin(&one);
  b = (batch){0};
  const unsigned share = dice_chance(&d, 30) ? 0 : dice_chance(&d, 40) ? 100 : dice_below(&d, 100);
  for (unsigned i = 0; i < BATCHES; i++) {
    add_batch(&one.w, &one.turns, &b, processors, &d, share);
    end_batch(&one, &b);
    meet(&b);
    if (dice_chance(&d, 30)) {
      add_between(&one.w, dice_below(&d, processors), i);
      note_timing(&one.t, 0, BATCHES + i, false);
    }
    trace_compressor_check(one.w.compressor);
  }
  return trial_end(&one, "interleavings", seed);
}

/* Two loops of one length run at the same time for long. One of them is alone, and starts where there were few single
 * events before. */
static bool loop_behind_events(uint32_t gap) {
  static batch b;
  static trial one;
  trial_begin(&one);
  b = (batch){.clocks = {1000, 1000}};
  trace_turns_begin(&one.turns, one.w.compressor, false);
  trace_compressor_select(one.w.compressor, 0);
  trace_turns_of(&one.turns, next_key(&b, 0));
  add_loop(&one.w, &one.turns, &b, 0, &(loop){.length = 8, .times = 3000, .notes = 1, .n = {1}});
  trace_compressor_select(one.w.compressor, 1);
  trace_turns_of(&one.turns, next_key(&b, 1));
  trace_turns_at(&one.turns, next_key(&b, 1), true);
  make_events(&one.w, &b, 1, b.clocks[1], 2, true);
  b.clocks[1] += gap;
  add_loop(&one.w, &one.turns, &b, 1,
           &(loop){.length = 8, .times = 3000, .notes = 2, .n = {2, 3}, .at = {0, 7}, .alone = true});
  end_batch(&one, &b);
  return trial_end(&one, "a loop behind events", gap);
}

bool interleavings_check(unsigned seeds, uint64_t first) {
  bool good = true;
  for (uint64_t seed = first; seed < first + seeds; seed++) good = any(seed) && good;
  for (uint32_t gap = 0; gap < TRACE_TURNS_WHILE; gap++) good = loop_behind_events(gap) && good;
  if (passed == 0) printf("FAILED: no event came before another one\n");
  return good && passed != 0;
}
