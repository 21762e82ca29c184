/* trace_repeat.h: compresses many repetitions of a loop's events at once.
 *
 * A loop records the same period of words again and again. Some words are constant, others are values of events. If
 * streams expected all events of a repetition, they also predict the following repetitions, until a level of a stream
 * completes its run. So it suffices to compare the words with the prediction, which is much faster than adding the
 * events one by one. Each stream then advances by all repetitions in one step.
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

/* The `word` of an event with a constant value. */
enum { TRACE_REPEAT_CONSTANT = UINT32_MAX };

typedef struct {
  trace_stream *owner; /* the stream that expected it */
  uint64_t value;
  uint32_t word; /* index of the repetition's word that is the value of the event */
  uint32_t source;
} trace_repeat_event;

/* A repetition. */
typedef struct {
  uint64_t changes; /* value of the lane's `changes` before the repetition */
  uint64_t first;   /* sequence id of its first event */
  uint32_t n;       /* number of events; a larger number than TRACE_REPEAT_EVENTS means too many */
  trace_repeat_event events[TRACE_REPEAT_EVENTS];
} trace_repeat;

static inline void trace_repeat_begin(trace_repeat *repeat, const trace_lane *lane) {
  repeat->changes = lane->changes;
  repeat->first = lane->next;
  repeat->n = 0;
}

/* Reports the lane's last event. `word` is the index of the word that is its value; no other event may have this
 * word. */
static inline void trace_repeat_add(trace_repeat *repeat, const trace_lane *lane, uint32_t source, uint64_t value,
                                    uint32_t word) {
  if (repeat->n < TRACE_REPEAT_EVENTS)
    repeat->events[repeat->n] = (trace_repeat_event){trace_lane_regular(lane, source)->previous, value, word, source};
  repeat->n++;
}

/* The lane's events since trace_repeat_begin() came from words[0 .. period); all must have been added. Takes the events
 * of the repetitions that follow, at most `most`, each of `period` words. Stops at the first repetition whose words do
 * not match: the values of events must be those that the streams expect, and other words must equal those of the first
 * repetition. Period 0: there are no words, all values are constant, and all `most` repetitions come. Returns the
 * number of repetitions taken. */
uint64_t trace_repeat_more(const trace_repeat *repeat, trace_lane *lane, const uint64_t *words, uint32_t period,
                           uint64_t most);

/* As trace_repeat_more(), but the caller guarantees n more repetitions with constant values. Events that no stream
 * expects get streams. Returns false if this is impossible: nothing was done. */
bool trace_repeat_known(const trace_repeat *repeat, trace_lane *lane, uint64_t n);
