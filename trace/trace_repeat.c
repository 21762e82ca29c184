/* trace_repeat.c: see trace_repeat.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "trace/trace_repeat.h"

/* A vector of words at any address. (If the processor's vectors are shorter, the compiler splits it.) */
typedef uint64_t vector __attribute__((vector_size(32), aligned(8), may_alias));
enum { VECTOR = 4 };

/* The number of words that are compared without a test between them: the words of several repetitions, rounded up to a
 * multiple of VECTOR. */
enum { CHUNK = 48, CHUNK_MAX = CHUNK + VECTOR * TRACE_REPEAT_WORDS };

/* ---- how a stream goes on ---- */

/* Returns the level of an odometer that produces the same events every n sequence ids. This is the innermost level if n
 * is a multiple of its stride, otherwise a level that repeats every n ids. The last n ids must be in the current run of
 * the level. Returns the depth if there is no such level. */
static unsigned level_of(const trace_odometer *o, uint64_t n) {
  const uint64_t before = o->sequence - n;
  if (n / o->sequence_stride * o->sequence_stride == n && o->digits[0].sequence <= before) return 0;
  unsigned l = 1;
  while (l < o->depth && (o->digits[l].sequence_stride != n || o->digits[l].sequence > before)) l++;
  return l;
}

/* Returns the number of periods of n ids before the level that repeats them completes its run, and sets the stride of
 * the values. Returns 0 if they are unknown. */
static uint64_t periods_left(const trace_odometer *o, uint64_t n, uint64_t *stride) {
  const unsigned level = level_of(o, n);
  if (level == o->depth) return 0;
  const trace_digit *digit = &o->digits[level];
  const uint64_t times = level == 0 ? n / o->sequence_stride : 1;
  *stride = times * digit->stride;
  return level == 0 ? o->left / times : digit->count - 1 - digit->index;
}

static void go_on(trace_odometer *o, uint64_t n, uint64_t periods) {
  const unsigned level = level_of(o, n);
  if (level == 0) {
    (void)trace_odometer_step(o, periods * (n / o->sequence_stride)); /* this is not the last event, since the outermost
                                                                         level is open */
    return;
  }
  const uint64_t far = periods * o->digits[level].stride;
  o->digits[level].index += periods;
  for (unsigned l = 0; l < level; l++) {
    o->digits[l].address += far;
    o->digits[l].sequence += periods * n;
  }
  o->address += far;
  o->sequence += periods * n;
}

/* ---- the words ---- */

/* Sets the stride of each word between repetitions. Returns the maximum number of repetitions that can follow. */
static uint64_t set_strides(const trace_repeat *repeat, const trace_lane *lane, uint64_t *strides, uint32_t period) {
  uint64_t most = UINT64_MAX;
  for (uint32_t w = 0; w < period; w++) strides[w] = 0;
  for (uint32_t i = 0; i < repeat->n; i++) {
    const trace_odometer *o = &repeat->events[i].owner->odometer;
    const uint32_t word = repeat->events[i].word;
    uint64_t stride;
    /* The stream's next event must be in the next period, and all its events of this period must be in the current run.
     * The events then repeat with the stride. */
    if (o->sequence - lane->next >= repeat->n || lane->next + i < o->sequence) return 0;
    const uint64_t left = periods_left(o, repeat->n, &stride);
    if (left == 0 || (word == TRACE_REPEAT_CONSTANT && stride != 0)) return 0;
    if (word != TRACE_REPEAT_CONSTANT) strides[word] = stride;
    if (left < most) most = left;
  }
  return most;
}

static bool is_next(const uint64_t *words, const uint64_t *strides, uint32_t period) {
  const uint64_t *before = words - period;
  for (uint32_t w = 0; w < period; w++)
    if (words[w] - before[w] != strides[w]) return false;
  return true;
}

/* Returns the number of following repetitions, at most `most`, whose words change by the strides. `strides` must have
 * room for CHUNK_MAX numbers.
 */
static uint64_t count_next(const uint64_t *words, uint64_t *strides, uint32_t period, uint64_t most) {
  const uint32_t at_once = (CHUNK / VECTOR / period + 1) * VECTOR, n = at_once * period;
  uint64_t count = 0;
  if (most >= at_once)
    for (uint32_t w = period; w < n; w++) strides[w] = strides[w - period];
  for (; most - count >= at_once; count += at_once, words += n) {
    vector other = {0};
    for (uint32_t w = 0; w < n; w += VECTOR)
      other |= (*(const vector *)(words + w) - *(const vector *)(words + w - period)) ^ *(const vector *)(strides + w);
    if ((other[0] | other[1] | other[2] | other[3]) != 0) break;
  }
  for (; count < most && is_next(words, strides, period); count++) words += period;
  return count;
}

uint64_t trace_repeat_more(const trace_repeat *repeat, trace_lane *lane, const uint64_t *words, uint32_t period,
                           uint64_t most) {
  uint64_t strides[CHUNK_MAX];
  if (repeat->n == 0 || repeat->n > TRACE_REPEAT_EVENTS || period > TRACE_REPEAT_WORDS ||
      repeat->changes != lane->changes || lane->next - repeat->first != repeat->n)
    return 0;
  const uint64_t left = set_strides(repeat, lane, strides, period);
  if (left < most) most = left;
  const uint64_t n = period == 0 ? most : count_next(words + period, strides, period, most);
  if (n == 0) return 0;
  for (uint32_t i = 0; i < repeat->n; i++) {
    /* Advance a stream only once, even if it has several of the events, because its next event is then after the next
     * period. */
    trace_odometer *o = &repeat->events[i].owner->odometer;
    if (o->sequence - lane->next < repeat->n) go_on(o, repeat->n, n);
  }
  lane->next += n * repeat->n;
  return n;
}

/* Returns whether an event's stream expects this event, with the same value, in each of the next n repetitions. */
static bool goes_on_for(const trace_repeat *repeat, const trace_lane *lane, uint32_t event, uint64_t n) {
  const trace_odometer *o = &repeat->events[event].owner->odometer;
  uint64_t stride;
  if (o->sequence - lane->next >= repeat->n || lane->next + event < o->sequence) return false;
  return periods_left(o, repeat->n, &stride) >= n && stride == 0;
}

bool trace_repeat_known(const trace_repeat *repeat, trace_lane *lane, uint64_t n) {
  bool goes_on[TRACE_REPEAT_EVENTS];
  if (repeat->n > TRACE_REPEAT_EVENTS || lane->next - repeat->first != repeat->n || n < TRACE_LANE_PLANT_MIN)
    return false;
  for (uint32_t i = 0; i < repeat->n; i++)
    goes_on[i] = repeat->changes == lane->changes && goes_on_for(repeat, lane, i, n);
  for (uint32_t i = 0; i < repeat->n; i++) {
    trace_odometer *o = &repeat->events[i].owner->odometer;
    if (goes_on[i] && o->sequence - lane->next < repeat->n) go_on(o, repeat->n, n);
  }
  /* Streams are added only now, since this can close other streams. */
  for (uint32_t i = 0; i < repeat->n; i++)
    if (!goes_on[i])
      trace_lane_plant(lane, repeat->events[i].source, repeat->events[i].value, lane->next + i, repeat->n, n);
  lane->next += n * repeat->n;
  return true;
}
