/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_timeline.h: stall over time: the intervals of a run by the items of a view. */
#pragma once

#include "ui/view/view.h"

/* The stall of an item. */
typedef struct {
  uint32_t rank;    /* in the view */
  uint64_t stall;   /* cycles, in all intervals */
  uint64_t *cycles; /* in each interval */
} ViewTimelineItem;

/* Returns the items of an axis with known stall, the most first. The profile must have intervals. Elements are
 * ViewTimelineItem; the caller frees it with g_array_unref(). */
GArray *view_timeline_items(const View *view, ViewAxisKind axis);

/* Returns the sums over all processors in each of the profile->timeline.intervals. The caller frees it with
 * g_free(). */
ProfileLaneInterval *view_timeline_all(const Profile *profile);

/* Main activity of a processor in an interval. */
typedef enum { VIEW_LANE_NOTHING, VIEW_LANE_WORKS, VIEW_LANE_STALLS, VIEW_LANE_WAITS } ViewLaneState;
ViewLaneState view_timeline_state(const ProfileLaneInterval *interval);

/* Adds a processor's counts in one interval to another one. */
void view_timeline_add(ProfileLaneInterval *sum, const ProfileLaneInterval *one);

/* Returns the stall cycles of references and instruction fetches. */
static inline uint64_t view_timeline_stall(const ProfileLaneInterval *interval) {
  return interval->stall_cycles + interval->fetch_cycles;
}
