/* trace_repeat.h: events of a loop, many repetitions at once.
 *
 * What a loop records is a period of words that comes again and again: some are the same each time, the others are
 * values of events. When every event of one repetition was expected by a stream, the streams determine how the next
 * repetitions must look, for as long as no level above the period comes round. So it is enough to compare the words
 * with that, which takes a fraction of the time that the events take one by one; then each stream goes on by all of the
 * repetitions in one step.
 *
 *   trace_repeat_begin()    before the events of one repetition are made as usual
 *   trace_repeat_add()      behind each of them
 *   trace_repeat_more()     takes as many of those that follow as are alike
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TRACE_TRACE_REPEAT_H
#define TRACE_TRACE_REPEAT_H

#include "trace/trace_lane.h"

enum {
  TRACE_REPEAT_EVENTS = 64, /* of one repetition, at most */
  TRACE_REPEAT_WORDS = 96   /* of one repetition, at most */
};

/* Where the value of an event is that is in no word, but always the same. */
enum { TRACE_REPEAT_CONSTANT = UINT32_MAX };

typedef struct {
  trace_stream *owner; /* the stream that expected it */
  uint64_t value;
  uint32_t word; /* of the repetition, which is its value */
  uint32_t source;
} trace_repeat_event;

/* One repetition. */
typedef struct {
  uint64_t changes; /* of the lane, before it */
  uint64_t first;   /* sequence id of its first event */
  uint32_t n;       /* events; more than TRACE_REPEAT_EVENTS: too many */
  trace_repeat_event events[TRACE_REPEAT_EVENTS];
} trace_repeat;

static inline void trace_repeat_begin(trace_repeat *repeat, const trace_lane *lane) {
  repeat->changes = lane->changes;
  repeat->first = lane->next;
  repeat->n = 0;
}

/* The lane's last event was this one, and has its value from a word of the repetition, which is no other event's. */
static inline void trace_repeat_add(trace_repeat *repeat, const trace_lane *lane, uint32_t source, uint64_t value,
                                    uint32_t word) {
  if (repeat->n < TRACE_REPEAT_EVENTS)
    repeat->events[repeat->n] = (trace_repeat_event){trace_lane_regular(lane, source)->previous, value, word, source};
  repeat->n++;
}

/* The lane's events since the repetition began came from words[0 .. period); if not all were added, it is none. Takes
 * the events of repetitions that follow, of which `most` are there, each of `period` words: equal to the first one's
 * but for values of events, and these as the streams expect. A period of 0: there are no words, all values are constant
 * and those repetitions come. Returns how many were taken; the others may be anything. */
uint64_t trace_repeat_more(const trace_repeat *repeat, trace_lane *lane, const uint64_t *words, uint32_t period,
                           uint64_t most);

/* The same where n more repetitions, all of whose values are constant, are known to come, but not all of the events
 * have streams that expect them: those get some. False: that cannot be, and nothing was done. */
bool trace_repeat_known(const trace_repeat *repeat, trace_lane *lane, uint64_t n);

#endif
