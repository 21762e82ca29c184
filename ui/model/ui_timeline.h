/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_timeline.h: stall over time: the intervals of a run by the items of a view. */
#pragma once

#include "ui/model/ui_view.h"

/* The numbers of an interval in UiIntervalCell.counts, in their order. */
enum { UI_TIMELINE_NUMBER, UI_TIMELINE_MISSES, UI_TIMELINE_STALL, UI_TIMELINE_KINDS };

/* The stall of an item. */
typedef struct {
  uint32_t rank;    /* in the view */
  uint64_t stall;   /* cycles, in all intervals */
  uint64_t *cycles; /* in each interval */
} UiTimelineItem;

/* Returns the items of an axis with known stall, the most first. The profile must have intervals. Elements are
 * UiTimelineItem; the caller frees it with g_array_unref(). */
GArray *ui_timeline_items(const UiView *view, UiAxisKind axis);

/* Returns the sums over all processors in each of the profile->timeline.intervals. The caller frees it with
 * g_free(). */
UiLaneInterval *ui_timeline_all(const UiProfile *profile);

/* Main activity of a processor in an interval. */
typedef enum { UI_LANE_NOTHING, UI_LANE_WORKS, UI_LANE_STALLS, UI_LANE_WAITS } UiLaneState;
UiLaneState ui_timeline_state(const UiLaneInterval *interval);

/* Adds a processor's counts in one interval to another one. */
void ui_timeline_add(UiLaneInterval *sum, const UiLaneInterval *one);

/* Returns the stall cycles of references and instruction fetches. */
static inline uint64_t ui_timeline_stall(const UiLaneInterval *interval) {
  return interval->stall_cycles + interval->fetch_cycles;
}
