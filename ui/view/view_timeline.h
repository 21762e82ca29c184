/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_timeline.h: the stall over time, for the items of a view in each interval of a run. */
#pragma once

#include "ui/view/view.h"

/* The stall of an item over time. */
typedef struct {
  uint32_t rank;    /* in the view */
  uint64_t stall;   /* stall cycles in all intervals together */
  uint64_t *cycles; /* stall cycles in each interval */
} ViewTimelineItem;

/* Returns the items of an axis whose stall over time is known, sorted by decreasing stall. The profile must contain
 * intervals. The result is an array of ViewTimelineItem, which the caller frees with g_array_unref(). */
GArray *view_timeline_items(const View *view, ViewAxisKind axis);

/* Returns the sums over all processors, in each of the profile->timeline.intervals intervals. The caller frees the
 * array with g_free(). */
ProfileLaneInterval *view_timeline_all(const Profile *profile);

/* The main activity of a processor in an interval. */
typedef enum { VIEW_LANE_NOTHING, VIEW_LANE_WORKS, VIEW_LANE_STALLS, VIEW_LANE_WAITS } ViewLaneState;
ViewLaneState view_timeline_state(const ProfileLaneInterval *interval);

/* Adds the counts of a processor in one interval to `sum`. */
void view_timeline_add(ProfileLaneInterval *sum, const ProfileLaneInterval *one);

/* Returns the stall cycles in an interval, which are due to references and to instruction fetches. */
static inline uint64_t view_timeline_stall(const ProfileLaneInterval *interval) {
  return interval->stall_cycles + interval->fetch_cycles;
}
