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

/* Starts a thread that expands a trace from its first event on. The caller must not use the reader until
 * replay_ahead_free(). */
ReplayAhead *replay_ahead_new(const trace_reader *reader);

/* Stops the thread, even if it has not reached the end of the trace, and frees its data. */
void replay_ahead_free(ReplayAhead *ahead);

/* Returns the next section, which is valid until the next call. Returns NULL at the end of the trace, and also if the
 * trace is damaged; then error->message is not NULL. */
const ReplayStretch *replay_ahead_next(ReplayAhead *ahead, trace_error *error);
