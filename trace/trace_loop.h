/* trace_loop.h: finds loops in recorded words, so that their repetitions are taken at once (trace_repeat.h).
 *
 * The recorded words are runs of blocks: a header each, then values. The caller, which makes events of them, asks
 * before each run whether to look for a loop here, and reports each event while a repetition is being listed. A
 * repetition is what lies between two runs with the same header. Where nothing comes of it, looking pauses, for longer
 * each time.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef TRACE_TRACE_LOOP_H
#define TRACE_TRACE_LOOP_H

#include <stddef.h>

#include "trace/trace_repeat.h"

typedef struct {
  trace_repeat repeat;
  const uint64_t *begin;    /* where the repetition that is being listed begins; NULL: none is */
  const uint64_t *look;     /* where to look, whatever comes */
  const uint64_t *end;      /* of the words */
  const uint64_t *previous; /* the run that was looked at last */
  uint64_t header, state;   /* of the repetition's first run */
  uint32_t alike;           /* runs with the header of the one before */
  uint32_t tries;           /* to find the repetition repeated */
  uint32_t failures;        /* since a loop was found */
  uint64_t pause;           /* words until the next look, from the end of the words before */
} trace_loop;

/* Words [at, end) come, and are there until trace_loop_end(). */
void trace_loop_begin(trace_loop *loop, const uint64_t *at, const uint64_t *end);
void trace_loop_end(trace_loop *loop);

/* Whether to call trace_loop_look() for the run at `at`. */
static inline bool trace_loop_is_due(const trace_loop *loop, const uint64_t *at) {
  return at >= loop->look || loop->begin;
}

/* Before the run at `at`. state: what else than the words decides which sources the events have that follow; only
 * repetitions that begin and end with the same one are alike. Returns how many words were taken, whole repetitions of
 * *period each; they need not be looked at any more. */
uint64_t trace_loop_look(trace_loop *loop, trace_lane *lane, const uint64_t *at, uint64_t state, uint32_t *period);

/* The lane's last event was this one, and has its value from the word at `word`; NULL: it is always the same. */
static inline void trace_loop_event(trace_loop *loop, const trace_lane *lane, uint32_t source, uint64_t value,
                                    const uint64_t *word) {
  if (PLAT_UNLIKELY(loop->begin != NULL))
    trace_repeat_add(&loop->repeat, lane, source, value, word ? (uint32_t)(word - loop->begin) : TRACE_REPEAT_CONSTANT);
}

#endif
