/* trace_repeat.h: compresses many repetitions of a loop's events at once.
 *
 * A loop records the same period of words again and again. Some words are constant, others are values of events. If the
 * streams expected all events of a repetition, they also predict the following repetitions, until a level of some
 * stream completes its run. So it suffices to compare the words with the prediction, which is much faster than adding
 * the events one by one. Each stream then advances by all repetitions in one step.
 *
 * trace_repeat_begin()    before the events of a repetition are added one by one
 * trace_repeat_add()      after each of them
 * trace_repeat_more()     takes the following repetitions that match
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "trace/trace_lane.h"

enum {
  TRACE_REPEAT_EVENTS = 64, /* maximum number of events of a repetition */
  TRACE_REPEAT_WORDS = 96   /* maximum number of words of a repetition */
};

/* The value of `word` for an event with a constant value. */
enum { TRACE_REPEAT_CONSTANT = UINT32_MAX };

typedef struct {
  trace_stream *owner; /* the stream that expected the event */
  uint64_t value;
  uint32_t word; /* index, within the words of the repetition, of the word that contains the value */
  uint32_t source;
} trace_repeat_event;

/* A repetition. */
typedef struct {
  uint64_t changes; /* value of the lane's `changes` before the repetition */
  uint64_t first;   /* sequence id of the repetition's first event */
  uint32_t n;       /* number of events; if it exceeds TRACE_REPEAT_EVENTS, the repetition has too many events to be
                       listed */
  trace_repeat_event events[TRACE_REPEAT_EVENTS];
} trace_repeat;

static inline void trace_repeat_begin(trace_repeat *repeat, const trace_lane *lane) {
  repeat->changes = lane->changes;
  repeat->first = lane->next;
  repeat->n = 0;
}

/* Reports the lane's last event. `word` is the index of the word that is the event's value. No other event may have the
 * same word. */
static inline void trace_repeat_add(trace_repeat *repeat, const trace_lane *lane, uint32_t source, uint64_t value,
                                    uint32_t word) {
  if (repeat->n < TRACE_REPEAT_EVENTS)
    repeat->events[repeat->n] = (trace_repeat_event){trace_lane_regular(lane, source)->previous, value, word, source};
  repeat->n++;
}

/* Adds the events of the repetitions that follow to the lane: at most `most` repetitions, each of `period` words. The
 * lane's events since trace_repeat_begin() must come from words[0 .. period), and all of them must have been added.
 * Stops at the first repetition whose words do not match: the values of events must be those that the streams expect,
 * and other words must equal those of the first repetition. Period 0 means that all values are constant: there are no
 * words to compare, and all `most` repetitions follow. Returns the number of repetitions added. */
uint64_t trace_repeat_more(const trace_repeat *repeat, trace_lane *lane, const uint64_t *words, uint32_t period,
                           uint64_t most);

/* As trace_repeat_more(), but the caller guarantees that n more repetitions with constant values follow. Creates
 * streams for the events that no stream expects. Returns false, without any change, if it cannot create them. */
bool trace_repeat_known(const trace_repeat *repeat, trace_lane *lane, uint64_t n);
