/* spy_drain_thread.c: see spy_drain_thread.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/drain/spy_drain_thread.h"

#include "coherence/coh_stall.h"
#include "memspy/counter/spy_counter.h"
#include "memspy/drain/spy_drain_alone.h"
#include "memspy/drain/spy_drain_lanes.h"
#include "memspy/drain/spy_intervals.h"
#include "memspy/record/spy_lane.h"
#include "memspy/setup/spy_state.h"
#include "memspy/sweep/spy_sweep.h"
#include "memspy/trace/spy_trace_emit.h"

/* Drains by a lane, for what spy_drain_alone() cannot serve on a timed machine. */
static void drain_by_lane(spy_queue *q, const ULong *at, const ULong *end) {
  const unsigned processor = q->flow.processor;
  coh_processor *p = &spy_system->processors[processor];
  spy_lane_load(processor, q, at, end, 0, False, spy_trace.drains);
  spy_lane_finish(processor);
  if (p->window) coh_catch_up(p);
  spy_intervals_pass(p->now);
}

void spy_drain_thread(spy_queue *q, const ULong *at, const ULong *end) {
  if (at == end) return;
  if (mach_config_is_timed(&spy_system->config) && (spy_trace.drains || spy_sweeps || spy_counter.is_on))
    drain_by_lane(q, at, end);
  else
    spy_drain_alone(q, at, end);
}
