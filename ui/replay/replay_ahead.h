/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_ahead.h: expands a trace in a separate thread, up to several thousand events ahead of the simulation.
 * Expansion and simulation each take about half of the time of a replay. */
#pragma once

#include "trace/trace_expand.h"

/* A section of a trace: single events of any processors, then a repeated batch. */
typedef struct {
  const trace_event *events;
  uint32_t n;
  uint64_t first;           /* number of the first event */
  const trace_batch *batch; /* NULL: none */
} ReplayStretch;

typedef struct ReplayAhead ReplayAhead;

/* Starts at the first event. The caller must not use the reader until replay_ahead_free(). */
ReplayAhead *replay_ahead_new(const trace_reader *reader);

/* Stops the thread, also before the end of the trace. */
void replay_ahead_free(ReplayAhead *ahead);

/* Returns the next section, valid until the next call. NULL: the trace has ended, or is damaged if error->message is
 * not NULL. */
const ReplayStretch *replay_ahead_next(ReplayAhead *ahead, trace_error *error);
