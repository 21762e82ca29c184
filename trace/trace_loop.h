/* trace_loop.h: detects loops in recorded words, so that their repetitions can be compressed at once (trace_repeat.h).
 *
 * The recorded words form block runs. A block run is a header, followed by values. The caller converts the block runs
 * to events. Before each block run, it checks whether to call trace_loop_look(). While a repetition is being listed, it
 * reports each event. A repetition consists of the words between two block runs with the same header. After failures,
 * the detection pauses, for longer each time.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stddef.h>

#include "trace/trace_repeat.h"

typedef struct {
  trace_repeat repeat;
  const uint64_t *begin;    /* start of the listed repetition; NULL: none */
  const uint64_t *look;     /* position from which trace_loop_look() must be called before each block run */
  const uint64_t *end;      /* end of the words */
  const uint64_t *previous; /* position of the block run at the last call of trace_loop_look() */
  uint64_t header, state;   /* header and state of the repetition's first block run */
  uint32_t alike;           /* number of consecutive block runs with the same header as their predecessor */
  uint32_t tries;           /* number of attempts to match the repetition */
  uint32_t failures;        /* number of failures since the last loop that was found */
  uint64_t pause;           /* number of words to skip before the next look; counts from the end of the previous batch
                               of words */
} trace_loop;

/* Starts the detection on the words [at, end), which must stay valid until trace_loop_end(). */
void trace_loop_begin(trace_loop *loop, const uint64_t *at, const uint64_t *end);
void trace_loop_end(trace_loop *loop);

/* Returns whether trace_loop_look() must be called for the block run at `at`. */
static inline bool trace_loop_is_due(const trace_loop *loop, const uint64_t *at) {
  return at >= loop->look || loop->begin;
}

/* Call it before the block run at `at`. The words and `state` together determine the sources of the following events. A
 * repetition must begin and end with the same state. Returns the number of words that were compressed, and sets *period
 * to the number of words in a repetition. The caller skips the compressed words. */
uint64_t trace_loop_look(trace_loop *loop, trace_lane *lane, const uint64_t *at, uint64_t state, uint32_t *period);

/* Reports the lane's last event. `word` points to the word with the event's value; NULL: the value is constant. */
static inline void trace_loop_event(trace_loop *loop, const trace_lane *lane, uint32_t source, uint64_t value,
                                    const uint64_t *word) {
  if (PLAT_UNLIKELY(loop->begin != NULL))
    trace_repeat_add(&loop->repeat, lane, source, value, word ? (uint32_t)(word - loop->begin) : TRACE_REPEAT_CONSTANT);
}
