/* trace_loop.h: detects loops in recorded words, so that their repetitions can be compressed at once (trace_repeat.h).
 *
 * The recorded words are runs of blocks: each a header, then values. The caller converts them to events, asks before
 * each run whether to call trace_loop_look(), and reports each event while a repetition is listed. A repetition is the
 * words between two runs with the same header. After failures, the detection pauses, for longer each time.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stddef.h>

#include "trace/trace_repeat.h"

typedef struct {
  trace_repeat repeat;
  const uint64_t *begin;    /* begin of the listed repetition; NULL: none */
  const uint64_t *look;     /* position of the next unconditional look */
  const uint64_t *end;      /* end of the words */
  const uint64_t *previous; /* the run of the last look */
  uint64_t header, state;   /* the repetition's first run's */
  uint32_t alike;           /* number of runs with the header of the previous one */
  uint32_t tries;           /* number of attempts to match the repetition */
  uint32_t failures;        /* since a loop was found */
  uint64_t pause;           /* words until the next look, from the end of the previous words */
} trace_loop;

/* Starts on the words [at, end), which must remain until trace_loop_end(). */
void trace_loop_begin(trace_loop *loop, const uint64_t *at, const uint64_t *end);
void trace_loop_end(trace_loop *loop);

/* Whether trace_loop_look() must be called for the run at `at`. */
static inline bool trace_loop_is_due(const trace_loop *loop, const uint64_t *at) {
  return at >= loop->look || loop->begin;
}

/* Call before the run at `at`. state: everything except the words that determines the sources of the following events;
 * only repetitions that begin and end with the same state match. Returns the number of words that were compressed,
 * whole repetitions of *period each, which the caller skips. */
uint64_t trace_loop_look(trace_loop *loop, trace_lane *lane, const uint64_t *at, uint64_t state, uint32_t *period);

/* Reports the lane's last event, whose value is the word at `word`; NULL: it is constant. */
static inline void trace_loop_event(trace_loop *loop, const trace_lane *lane, uint32_t source, uint64_t value,
                                    const uint64_t *word) {
  if (PLAT_UNLIKELY(loop->begin != NULL))
    trace_repeat_add(&loop->repeat, lane, source, value, word ? (uint32_t)(word - loop->begin) : TRACE_REPEAT_CONSTANT);
}
