/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/view/view_timeline.h"

static void clear_item(gpointer item) { g_free(((ViewTimelineItem *)item)->cycles); }

static gint compare(gconstpointer a, gconstpointer b) {
  const ViewTimelineItem *x = a, *y = b;
  if (x->stall != y->stall) return x->stall > y->stall ? -1 : 1;
  return x->rank < y->rank ? -1 : x->rank > y->rank;
}

/* Returns the item with this rank. If there is none, adds an empty one. */
static ViewTimelineItem *item_of(GArray *items, uint32_t rank, uint64_t intervals) {
  for (guint i = 0; i < items->len; i++)
    if (g_array_index(items, ViewTimelineItem, i).rank == rank) return &g_array_index(items, ViewTimelineItem, i);
  const ViewTimelineItem item = {rank, 0, g_new0(uint64_t, intervals)};
  g_array_append_val(items, item);
  return &g_array_index(items, ViewTimelineItem, items->len - 1);
}

static void add_cell(GArray *items, const View *view, ViewAxisKind axis, const ProfileIntervalCell *cell) {
  const Profile *profile = view->profile;
  const uint64_t *counts = profile->numbers + cell->counts.first;
  const uint32_t rank = view->axes[axis].rank_of[axis == VIEW_CODE ? cell->segment : cell->bin];
  ViewTimelineItem *item = item_of(items, rank, profile->timeline.intervals);
  for (uint32_t i = 0; i < cell->counts.count; i += PROFILE_INTERVAL_KINDS) {
    item->cycles[counts[i + PROFILE_INTERVAL_NUMBER]] += counts[i + PROFILE_INTERVAL_STALL];
    item->stall += counts[i + PROFILE_INTERVAL_STALL];
  }
}

GArray *view_timeline_items(const View *view, ViewAxisKind axis) {
  GArray *items = g_array_new(FALSE, FALSE, sizeof(ViewTimelineItem));
  g_array_set_clear_func(items, clear_item);
  for (uint32_t i = 0; i < view->profile->n_interval_cells; i++)
    add_cell(items, view, axis, &view->profile->interval_cells[i]);
  g_array_sort(items, compare);
  guint n = items->len;
  while (n > 0 && g_array_index(items, ViewTimelineItem, n - 1).stall == 0) n--;
  g_array_set_size(items, n);
  return items;
}

#define ADD(unused, name, help) sum->name += one->name;
void view_timeline_add(ProfileLaneInterval *sum, const ProfileLaneInterval *one){BIN_INTERVAL_COUNTS(ADD, ADD, )}
#undef ADD

ProfileLaneInterval *view_timeline_all(const Profile *profile) {
  ProfileLaneInterval *all = g_new0(ProfileLaneInterval, profile->timeline.intervals);
  for (uint32_t i = 0; i < profile->n_intervals; i++)
    view_timeline_add(&all[profile->intervals[i].number], &profile->intervals[i]);
  return all;
}

ViewLaneState view_timeline_state(const ProfileLaneInterval *interval) {
  const uint64_t stall = view_timeline_stall(interval), waits = interval->idle_cycles;
  const uint64_t works = interval->cycles - stall - waits;
  if (interval->cycles == 0) return VIEW_LANE_NOTHING;
  if (waits > works && waits > stall) return VIEW_LANE_WAITS;
  return stall > works ? VIEW_LANE_STALLS : VIEW_LANE_WORKS;
}
