/* trace_repetitions.c: see trace_repetitions.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "tests/trace/trace_repetitions.h"

#include <stdio.h>

#include "tests/coherence/dice.h"
#include "tests/trace/trace_world.h"

enum { EVENTS = 400, SOURCES = 5, PERIOD_MAX = 9, CONSTANT = 4 };

/* The events in recorded form: a header, which contains the source, and the value. */
typedef struct {
  uint64_t words[2 * EVENTS];
  uint32_t n;
} stream;

static void append(stream *s, uint32_t source, uint64_t value) {
  if (s->n == EVENTS) return;
  s->words[2 * s->n] = source;
  s->words[2 * s->n + 1] = value;
  s->n++;
}

static uint64_t source_at(const stream *s, uint32_t event) { return s->words[2 * event]; }
static uint64_t value_at(const stream *s, uint32_t event) { return s->words[2 * event + 1]; }

/* Three nested loops, of one to three references each. A source has the same innermost stride everywhere. */
static void add_nest(stream *s, dice *d) {
  const unsigned n[3] = {dice_between(d, 1, 8), dice_between(d, 1, 5), dice_between(d, 1, 4)};
  const uint64_t strides[2] = {dice_below(d, 3) * 100, dice_below(d, 3) * 1000};
  const unsigned references = dice_between(d, 1, 3), between = dice_below(d, 2);
  const uint64_t base = dice_below(d, 2) * 100000;
  for (uint64_t k = 0; k < n[2]; k++)
    for (uint64_t j = 0; j < n[1]; j++) {
      for (uint64_t i = 0; i < n[0]; i++)
        for (unsigned r = 0; r < references; r++) append(s, r, base + r * 8 * i + j * strides[0] + k * strides[1]);
      for (unsigned r = 0; r < between; r++) append(s, 3, base);
    }
}

/* The last events, repeated, each with its source's stride. */
static void add_repetitions(stream *s, dice *d) {
  const uint32_t period = dice_between(d, 1, PERIOD_MAX), n = dice_between(d, 1, 4) * period;
  if (s->n < period) return;
  for (uint32_t i = 0; i < n && s->n < EVENTS; i++) {
    const uint32_t source = (uint32_t)source_at(s, s->n - period);
    append(s, source, value_at(s, s->n - period) + (source < 3 ? 8 * source : 0));
  }
}

/* A value that grows for a while, and then stays. */
static void add_constants(stream *s, dice *d) {
  const uint64_t base = dice_below(d, 100);
  const unsigned growing = dice_between(d, 0, 6), n = growing + dice_between(d, 1, 6);
  for (uint64_t i = 0; i < n; i++) {
    append(s, 0, base);
    append(s, CONSTANT, base + (i < growing ? i : growing - 1));
  }
}

static void make(stream *s, dice *d) {
  s->n = 0;
  while (s->n < EVENTS) {
    if (dice_chance(d, 40))
      add_nest(s, d);
    else if (dice_chance(d, 30))
      add_constants(s, d);
    else
      add_repetitions(s, d);
    if (dice_chance(d, 50)) s->n -= dice_below(d, s->n / 2 + 1);
  }
}

/* Makes `n` events one by one, and then as many repetitions as the loop accepts; `words`: the value of each is in a
 * word, not the same each time. Returns the number of events. */
static uint32_t repeat(trace_lane *lane, const stream *s, uint32_t from, uint32_t n, bool words) {
  trace_repeat repeat;
  trace_repeat_begin(&repeat, lane);
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t source = (uint32_t)source_at(s, from + i);
    trace_lane_event(lane, source, value_at(s, from + i));
    trace_repeat_add(&repeat, lane, source, value_at(s, from + i),
                     source == CONSTANT && !words ? TRACE_REPEAT_CONSTANT : 2 * i + 1);
  }
  return n + n * (uint32_t)trace_repeat_more(&repeat, lane, s->words + 2 * from, 2 * n, (s->n - from) / n - 1);
}

static bool one(uint64_t seed) {
  static stream s;
  world w;
  dice d = {seed};
  world_begin(&w, SOURCES, NULL, false, true);
  make(&s, &d);
  for (uint32_t at = 0; at < s.n;) {
    uint32_t n = 1;
    const uint32_t period = dice_between(&d, 1, PERIOD_MAX);
    if (dice_chance(&d, 50) && at + period <= s.n)
      n = repeat(w.compressor->lane, &s, at, period, dice_chance(&d, 50));
    else
      trace_lane_event(w.compressor->lane, (uint32_t)source_at(&s, at), value_at(&s, at));
    for (uint32_t i = 0; i < n; i++, at++) world_note(&w, 0, (uint32_t)source_at(&s, at), value_at(&s, at));
  }
  return world_check(&w, "repetitions", seed, NULL);
}

bool repetitions_check(unsigned seeds, uint64_t first) {
  bool good = true;
  for (uint64_t seed = first; seed < first + seeds; seed++) good = one(seed) && good;
  return good;
}
