/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/model/ui_timeline.h"

static void clear_item(gpointer item) { g_free(((UiTimelineItem *)item)->cycles); }

static gint compare(gconstpointer a, gconstpointer b) {
  const UiTimelineItem *x = a, *y = b;
  if (x->stall != y->stall) return x->stall > y->stall ? -1 : 1;
  return x->rank < y->rank ? -1 : x->rank > y->rank;
}

/* Returns the item of that rank; a new one is empty. */
static UiTimelineItem *item_of(GArray *items, uint32_t rank, uint64_t intervals) {
  for (guint i = 0; i < items->len; i++)
    if (g_array_index(items, UiTimelineItem, i).rank == rank) return &g_array_index(items, UiTimelineItem, i);
  const UiTimelineItem item = {rank, 0, g_new0(uint64_t, intervals)};
  g_array_append_val(items, item);
  return &g_array_index(items, UiTimelineItem, items->len - 1);
}

static void add_cell(GArray *items, const UiView *view, UiAxisKind axis, const UiIntervalCell *cell) {
  const UiProfile *profile = view->profile;
  const uint64_t *counts = profile->numbers + cell->counts.first;
  const uint32_t rank = view->axes[axis].rank_of[axis == UI_CODE ? cell->segment : cell->bin];
  UiTimelineItem *item = item_of(items, rank, profile->timeline.intervals);
  for (uint32_t i = 0; i < cell->counts.count; i += UI_TIMELINE_KINDS) {
    item->cycles[counts[i + UI_TIMELINE_NUMBER]] += counts[i + UI_TIMELINE_STALL];
    item->stall += counts[i + UI_TIMELINE_STALL];
  }
}

GArray *ui_timeline_items(const UiView *view, UiAxisKind axis) {
  GArray *items = g_array_new(FALSE, FALSE, sizeof(UiTimelineItem));
  g_array_set_clear_func(items, clear_item);
  for (uint32_t i = 0; i < view->profile->n_interval_cells; i++)
    add_cell(items, view, axis, &view->profile->interval_cells[i]);
  g_array_sort(items, compare);
  guint n = items->len;
  while (n > 0 && g_array_index(items, UiTimelineItem, n - 1).stall == 0) n--;
  g_array_set_size(items, n);
  return items;
}

#define ADD(unused, name, help) sum->name += one->name;
void ui_timeline_add(UiLaneInterval *sum, const UiLaneInterval *one){BIN_INTERVAL_COUNTS(ADD, ADD, )}
#undef ADD

UiLaneInterval *ui_timeline_all(const UiProfile *profile) {
  UiLaneInterval *all = g_new0(UiLaneInterval, profile->timeline.intervals);
  for (uint32_t i = 0; i < profile->n_intervals; i++)
    ui_timeline_add(&all[profile->intervals[i].number], &profile->intervals[i]);
  return all;
}

UiLaneState ui_timeline_state(const UiLaneInterval *interval) {
  const uint64_t stall = ui_timeline_stall(interval), waits = interval->idle_cycles;
  const uint64_t works = interval->cycles - stall - waits;
  if (interval->cycles == 0) return UI_LANE_NOTHING;
  if (waits > works && waits > stall) return UI_LANE_WAITS;
  return stall > works ? UI_LANE_STALLS : UI_LANE_WORKS;
}
