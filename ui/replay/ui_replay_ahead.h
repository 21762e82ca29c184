/* ui_replay_ahead.h: expands a trace in a thread of its own, some thousand events ahead of who simulates them: each is
 * about half of a replay.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_REPLAY_AHEAD_H
#define UI_UI_REPLAY_AHEAD_H

#include "trace/trace_expand.h"

/* Events one by one, of any processors, and behind them a batch that repeats. */
typedef struct {
  const trace_event *events;
  uint32_t n;
  uint64_t first;           /* the number of the first of all these */
  const trace_batch *batch; /* NULL: none */
} UiReplayStretch;

typedef struct UiReplayAhead UiReplayAhead;

/* Begins at the first event. Until ui_replay_ahead_free() the reader is the thread's alone. */
UiReplayAhead *ui_replay_ahead_new(const trace_reader *reader);

/* Ends the thread, wherever it is. */
void ui_replay_ahead_free(UiReplayAhead *ahead);

/* The next events, valid until the next call. NULL: there are none; error->message says why when that is not because
 * the trace ends. */
const UiReplayStretch *ui_replay_ahead_next(UiReplayAhead *ahead, trace_error *error);

#endif
