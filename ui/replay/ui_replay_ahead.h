/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_replay_ahead.h: expands a trace in a separate thread, up to several thousand events ahead of the simulation.
 * Expansion and simulation each take about half of the time of a replay. */
#pragma once

#include "trace/trace_expand.h"

/* A section of a trace: single events of any processors, then a repeated batch. */
typedef struct {
  const trace_event *events;
  uint32_t n;
  uint64_t first;           /* number of the first event */
  const trace_batch *batch; /* NULL: none */
} UiReplayStretch;

typedef struct UiReplayAhead UiReplayAhead;

/* Starts at the first event. The caller must not use the reader until ui_replay_ahead_free(). */
UiReplayAhead *ui_replay_ahead_new(const trace_reader *reader);

/* Stops the thread, also before the end of the trace. */
void ui_replay_ahead_free(UiReplayAhead *ahead);

/* Returns the next section, valid until the next call. NULL: the trace has ended, or is damaged if error->message is
 * not NULL. */
const UiReplayStretch *ui_replay_ahead_next(UiReplayAhead *ahead, trace_error *error);
