/* trace_loop.c: see trace_loop.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "trace/trace_loop.h"

#include <stddef.h>

enum {
  TRIES = 8,      /* number of repetitions to list after each occurrence of the same header */
  ALIKE = 16,     /* number of consecutive runs of one block after which this block becomes the loop, even while a
                     larger loop is being listed */
  FAILURES = 4,   /* consecutive failures before a pause */
  PAUSE = 64,     /* initial length of a pause, in words */
  PAUSE_SHIFT = 9 /* the longest pause is PAUSE << PAUSE_SHIFT */
};

void trace_loop_begin(trace_loop *loop, const uint64_t *at, const uint64_t *end) {
  loop->begin = loop->previous = NULL;
  loop->end = end;
  loop->look = loop->pause < (uint64_t)(end - at) ? at + loop->pause : end;
  loop->pause -= (uint64_t)(loop->look - at);
}

void trace_loop_end(trace_loop *loop) { loop->begin = NULL; }

static void list(trace_loop *loop, const trace_lane *lane, const uint64_t *at, uint64_t state) {
  loop->begin = loop->previous = at;
  loop->header = *at;
  loop->state = state;
  loop->alike = 0;
  loop->tries = 0;
  trace_repeat_begin(&loop->repeat, lane);
}

/* Ends an unsuccessful listing of a repetition. Starts another listing at the current block run, or pauses. */
static void fail(trace_loop *loop, const trace_lane *lane, const uint64_t *at, uint64_t state) {
  if (++loop->failures % FAILURES != 0) {
    list(loop, lane, at, state);
    return;
  }
  const uint32_t shift = loop->failures / FAILURES - 1;
  trace_loop_end(loop);
  loop->pause = (uint64_t)PAUSE << (shift < PAUSE_SHIFT ? shift : PAUSE_SHIFT);
  trace_loop_begin(loop, at, loop->end);
}

uint64_t trace_loop_look(trace_loop *loop, trace_lane *lane, const uint64_t *at, uint64_t state, uint32_t *period) {
  if (!loop->begin) {
    list(loop, lane, at, state);
    return 0;
  }
  const uint64_t words = (uint64_t)(at - loop->begin);
  loop->alike = *at == *loop->previous ? loop->alike + 1 : 0;
  loop->previous = at;
  if (*at == loop->header && state == loop->state && words <= TRACE_REPEAT_WORDS) {
    const uint64_t most = (uint64_t)(loop->end - at) / words;
    const uint64_t n = trace_repeat_more(&loop->repeat, lane, loop->begin, (uint32_t)words, most);
    if (n != 0) {
      loop->failures = 0;
      loop->begin = NULL;
      loop->look = at + n * words;
      *period = (uint32_t)words;
      return n * words;
    }
    /* A stream may expect only every second event, or fewer: so try again. */
    if (++loop->tries == TRIES || loop->repeat.changes != lane->changes) fail(loop, lane, at, state);
  } else if (words >= TRACE_REPEAT_WORDS || loop->repeat.n > TRACE_REPEAT_EVENTS || loop->alike >= ALIKE) {
    fail(loop, lane, at, state);
  }
  return 0;
}
