/* trace_turns.c: see trace_turns.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "trace/trace_turns.h"

#include "coherence/coh_order-inl.h"
#include "plat/plat_array.h"
#include "trace/trace_repeat.h"

static const uint64_t WHILE = (uint64_t)TRACE_TURNS_WHILE * MACH_TICKS << COH_ORDER_BITS;

/* ---- notes ---- */

void trace_turns_begin(trace_turns *turns, trace_compressor *compressor, bool exact) {
  turns->compressor = compressor;
  turns->exact = exact;
  turns->now = NULL;
  trace_compressor_apart(compressor);
}

static void add(trace_notes *notes, trace_note note) {
  notes->notes = plat_grow(notes->notes, notes->n, &notes->room, sizeof *notes->notes);
  notes->notes[notes->n++] = note;
}

static void note_rest(trace_turns *turns) {
  if (turns->now && turns->lane->next != turns->noted) trace_turns_note(turns);
}

void trace_turns_of(trace_turns *turns, uint64_t key) {
  const trace_compressor *c = turns->compressor;
  note_rest(turns);
  plat_assert(c->processor < MACH_MAX_PROCESSORS);
  turns->of = plat_grow(turns->of, c->processor, &turns->room, sizeof *turns->of);
  if (c->processor >= turns->n_processors) turns->n_processors = c->processor + 1;
  turns->now = &turns->of[c->processor];
  turns->lane = c->lane;
  turns->noted = c->lane->next;
  turns->key = key;
  turns->alone = false;
}

void trace_turns_note(trace_turns *turns) {
  add(turns->now, (trace_note){.key = turns->key, .n = turns->lane->next - turns->noted, .alone = turns->alone});
  turns->noted = turns->lane->next;
}

/* Earlier events that are alone and came shortly before can also get the new key. They share a note with the new
 * events. */
void trace_turns_alone_at(trace_turns *turns, uint64_t key) {
  if (turns->alone && !turns->exact && key - turns->key < WHILE / 4) return;
  if (turns->lane->next != turns->noted) trace_turns_note(turns);
  turns->key = key;
  turns->alone = true;
}

uint32_t trace_turns_count(trace_turns *turns) {
  note_rest(turns);
  /* The first note of a repetition must have its own key, because an earlier key would make the rounds of the
   * repetition too early. */
  turns->alone = false;
  return turns->now->n;
}

void trace_turns_repeat(trace_turns *turns, uint32_t notes, uint64_t times, uint64_t later) {
  plat_assert(notes <= turns->now->n);
  turns->noted = turns->lane->next;
  turns->key += times * later;
  if (notes != 0) add(turns->now, (trace_note){.key = later, .n = times, .notes = notes, .alone = turns->alone});
}

/* ---- a processor's notes in turn ---- */

typedef struct {
  const trace_note *at, *end;
  uint64_t round;  /* current round of the repetition at `at`, or 0 */
  uint32_t within; /* index among the notes of the round, or 0 */
} cursor;

static const trace_note *note_of(const cursor *c) { return c->at - c->at->notes + c->within; }

static bool is_alone(const cursor *c) { return c->at != c->end && c->at->alone; }

static uint64_t key_of(const cursor *c) {
  if (c->at == c->end) return COH_ORDER_NEVER;
  return c->at->notes == 0 ? c->at->key : note_of(c)->key + (c->round + 1) * c->at->key;
}

/* Moves to the round after the next `rounds` rounds. */
static void end_round(cursor *c, uint64_t rounds) {
  c->within = 0;
  c->round += rounds;
  if (c->round < c->at->n) return;
  c->round = 0;
  c->at++;
}

/* Takes the whole rounds of a repetition that end before `limit`. Returns the number of events. */
static uint64_t take_rounds(cursor *c, uint64_t key, uint64_t limit) {
  const uint64_t there = (limit - key) / c->at->key, left = c->at->n - c->round;
  const uint64_t rounds = there < left ? there : left;
  uint64_t n = 0;
  for (const trace_note *note = c->at - c->at->notes; note < c->at; note++) n += note->n;
  end_round(c, rounds);
  return n * rounds;
}

/* Takes events at `key`, the cursor's key, or whole rounds before `limit`. Returns the number of events. */
static uint64_t take(cursor *c, uint64_t key, uint64_t limit) {
  if (c->at->notes == 0) return c->at++->n;
  if (c->within == 0 && (limit - key) / 2 >= c->at->key) return take_rounds(c, key, limit);
  const uint64_t n = note_of(c)->n;
  if (++c->within == c->at->notes) end_round(c, 1);
  return n;
}

/* ---- turns ---- */

typedef struct {
  trace_compressor *compressor;
  coh_order order;
  cursor cursors[MACH_MAX_PROCESSORS];
  uint32_t n_processors;
  uint32_t processor; /* processor of the open turn */
  uint64_t n;         /* events of the open turn */
  /* end of the current while: at this key, each processor has made all earlier events, and later events only if all
   * other processors are later */
  uint64_t end;
  uint64_t period; /* time after which the turns of this while repeat; 0: they do not repeat */
  trace_repeat repeat;
  uint64_t before; /* number of events of all turns at the start of the while */
} merge;

static void end_turn(merge *m) {
  if (m->n == 0) return;
  trace_compressor_turn(m->compressor, m->processor, m->n);
  if (m->period != 0) trace_repeat_add(&m->repeat, m->compressor->order, m->processor, m->n, TRACE_REPEAT_CONSTANT);
  m->n = 0;
}

/* Returns whether a processor makes no event before the end of a period. */
static bool is_later(uint64_t key, uint64_t now, uint64_t period) { return key - now >= period; }

/* Returns the least time in which all processors with repetitions make whole rounds, or 0 if there is none or if it is
 * too long. */
static uint64_t common_period(const merge *m, uint64_t now) {
  enum { ROUNDS_MOST = 16 };
  uint64_t period = m->cursors[coh_order_processor(now)].at->key;
  for (uint32_t i = 0; i < m->n_processors; i++) {
    const cursor *c = &m->cursors[i];
    const uint64_t key = key_of(c);
    if (key == COH_ORDER_NEVER || is_later(key, now, period)) continue;
    if (c->at->notes == 0) return 0;
    uint64_t rounds = 1;
    while (rounds * period % c->at->key != 0 && rounds <= ROUNDS_MOST) rounds++;
    if (rounds > ROUNDS_MOST || rounds * period / c->at->key > ROUNDS_MOST) return 0;
    period *= rounds;
  }
  return period;
}

/* Returns the number of equal periods from now on. In each of these periods, each processor makes a whole number of
 * rounds, or no events. */
static uint64_t periods_alike(const merge *m, uint64_t now, uint64_t period) {
  uint64_t most = UINT64_MAX;
  for (uint32_t i = 0; i < m->n_processors; i++) {
    const cursor *c = &m->cursors[i];
    const uint64_t key = key_of(c);
    if (key == COH_ORDER_NEVER) continue;
    const uint64_t alike = is_later(key, now, period) ? (key - now) / period
                           : c->at->notes != 0 && period % c->at->key == 0
                               ? (c->at->n - 1 - c->round) * c->at->key / period
                               : 0;
    if (alike < most) most = alike;
  }
  return most;
}

/* Returns whether the first event of each processor in a period is alone, or each is not (as `alone`). */
static bool all_are(const merge *m, uint64_t now, uint64_t period, bool alone) {
  for (uint32_t i = 0; i < m->n_processors; i++) {
    const cursor *c = &m->cursors[i];
    const uint64_t key = key_of(c);
    if (key != COH_ORDER_NEVER && !is_later(key, now, period) && is_alone(c) != alone) return false;
  }
  return true;
}

/* Returns the length of a while that begins now, after which the turns repeat at least twice. Returns 0 if there is no
 * such length, or if it exceeds the limit for a processor that is alone (trace_turns.h). If all processors are alone,
 * returns at least WHILE: each processor has one turn in a while, so longer whiles have fewer turns. */
static uint64_t find_period(const merge *m, uint64_t now) {
  if (m->cursors[coh_order_processor(now)].at->notes == 0) return 0;
  uint64_t period = common_period(m, now);
  if (period > TRACE_TURNS_WHILES * WHILE && !all_are(m, now, period, false)) return 0;
  if (period != 0 && period < WHILE && all_are(m, now, WHILE, true)) period *= (WHILE + period - 1) / period;
  return period != 0 && periods_alike(m, now, period) >= 2 ? period : 0;
}

/* Adds the repetitions of the listed turns of a period to the order, all at once. */
static void take_periods(merge *m, uint64_t now) {
  enum { WORTH = 128 }; /* number of periods that justify streams */
  const uint64_t events = m->compressor->events - m->before;
  const uint64_t most = periods_alike(m, now, m->period);
  uint64_t n = trace_repeat_more(&m->repeat, m->compressor->order, NULL, 0, most);
  if (n == 0 && most >= WORTH && trace_repeat_known(&m->repeat, m->compressor->order, most)) n = most;
  if (n == 0) return;
  m->compressor->events += n * events;
  for (uint32_t i = 0; i < m->n_processors; i++) {
    cursor *c = &m->cursors[i];
    const uint64_t key = key_of(c);
    if (key == COH_ORDER_NEVER || is_later(key, now, m->period)) continue;
    c->round += n * m->period / c->at->key;
    coh_order_set(&m->order, i, key_of(c));
  }
}

/* Begins the turn of the processor that has the first key, which is `now`. If the current while has ended, first begins
 * the next while. Returns the first key, which is later than `now` if repetitions were taken. */
static uint64_t begin_turn(merge *m, uint64_t now) {
  if (m->period != 0 || coh_order_processor(now) != m->processor) end_turn(m);
  if (m->period != 0 && now == m->end) {
    take_periods(m, now);
    now = coh_order_first(&m->order);
  }
  if (now >= m->end) {
    const uint64_t period = find_period(m, now);
    m->period = 0;
    if (period != 0) end_turn(m);
    m->period = period;
    m->end = now + (period != 0 ? period : WHILE);
    m->before = m->compressor->events;
    trace_repeat_begin(&m->repeat, m->compressor->order);
  }
  m->processor = coh_order_processor(now);
  return now;
}

void trace_turns_end(trace_turns *turns) {
  static merge m;
  note_rest(turns);
  m = (merge){.compressor = turns->compressor};
  m.n_processors = turns->n_processors;
  coh_order_init(&m.order, m.n_processors);
  for (uint32_t i = 0; i < m.n_processors; i++) {
    const trace_notes *notes = &turns->of[i];
    m.cursors[i] = (cursor){.at = notes->notes, .end = notes->notes + notes->n};
    coh_order_set(&m.order, i, key_of(&m.cursors[i]));
  }
  m.n = trace_compressor_open_turn(m.compressor, &m.processor);
  uint64_t first;
  while ((first = coh_order_first(&m.order)) != COH_ORDER_NEVER) {
    if (coh_order_processor(first) != m.processor || first >= m.end) first = begin_turn(&m, first);
    cursor *c = &m.cursors[m.processor];
    const uint64_t limit = coh_order_limit(&m.order, m.processor);
    const uint64_t alone = limit > m.end ? limit : m.end;
    uint64_t key = first, until;
    for (; key < (until = is_alone(c) ? alone : limit); key = key_of(c)) m.n += take(c, key, until);
    coh_order_set(&m.order, m.processor, key);
  }
  trace_compressor_together(m.compressor, m.processor, m.n);
  for (uint32_t i = 0; i < turns->n_processors; i++) turns->of[i].n = 0;
  turns->compressor = NULL;
}

void trace_turns_clear(trace_turns *turns) {
  for (uint32_t i = 0; i < turns->n_processors; i++) plat_free(turns->of[i].notes);
  plat_free(turns->of);
  *turns = (trace_turns){0};
}
