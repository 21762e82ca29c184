/* spy_intervals.c: see spy_intervals.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/drain/spy_intervals.h"

#include "memspy/record/spy_lane.h"
#include "memspy/setup/spy_options.h"
#include "memspy/setup/spy_state.h"

ULong spy_intervals_from, spy_intervals_cycles = SPY_NO_INTERVALS;

static bin_timeline *timeline;

static void note_interval(void) {
  spy_intervals_from = bin_timeline_from(timeline);
  spy_intervals_cycles = bin_timeline_cycles(timeline);
}

void spy_intervals_begin(void) {
  if (spy_options_get()->interval == 0) return;
  timeline = bin_timeline_new(spy_account, spy_options_get()->interval);
  note_interval();
}

void spy_intervals_look(ULong clock) {
  spy_lanes_settle();
  bin_timeline_look(timeline, clock);
  note_interval();
}

const bin_timeline *spy_intervals_settled(void) {
  if (!timeline) return NULL;
  spy_lanes_settle();
  bin_timeline_settle(timeline);
  return timeline;
}

void spy_intervals_zero(void) {
  if (!timeline) return;
  bin_timeline_zero(timeline);
  note_interval();
}
