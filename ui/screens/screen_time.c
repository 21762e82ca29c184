/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/screen_time.h"

#include <inttypes.h>

#include "ui/base/ui_text.h"
#include "ui/screens/screen_columns.h"
#include "ui/view/view_timeline.h"

/* Items with less than 1 / LEAST of the total stall are not listed. */
enum { NAME = 24, PART = 6, HEAD = NAME + 1 + PART + 2, NARROWEST = 10, LISTED = 10, LEAST = 200, TENTHS = 10 };

/* How the intervals of the run are mapped to the characters of a line. */
typedef struct {
  unsigned width; /* characters */
  uint64_t intervals;
} Line;

static Line line_of(const Screen *screen, const Profile *profile) {
  const unsigned room = screen->width > HEAD + NARROWEST ? screen->width - HEAD : NARROWEST;
  return (Line){(unsigned)MIN(profile->timeline.intervals, room), profile->timeline.intervals};
}

static unsigned column_of(const Line *line, uint64_t interval) {
  return (unsigned)(interval * line->width / line->intervals);
}

/* Appends the text before a strip: a name, and `stall` as a percentage of `time`. */
static void append_head(const char *name, uint64_t stall, uint64_t time, GString *out) {
  g_autoptr(GString) part = g_string_new(NULL);
  ui_text_append_percent(part, (double)stall, (double)time);
  ui_text_append_fitted(out, name, NAME);
  g_string_append_printf(out, " %*s  ", PART, part->str);
}

/* ---- processors ---- */

static const ProfileLaneInterval *append_lane(const Line *line, const ProfileLaneInterval *one,
                                              const ProfileLaneInterval *end, GString *out) {
  static const char marks[] =
      {[VIEW_LANE_NOTHING] = ' ', [VIEW_LANE_WORKS] = 'w', [VIEW_LANE_STALLS] = 's', [VIEW_LANE_WAITS] = '-'};
  g_autofree ProfileLaneInterval *columns = g_new0(ProfileLaneInterval, line->width);
  const uint32_t processor = one->processor;
  ProfileLaneInterval all = {0};
  for (; one < end && one->processor == processor; one++) {
    view_timeline_add(&columns[column_of(line, one->number)], one);
    view_timeline_add(&all, one);
  }
  g_autofree char *name = g_strdup_printf("processor %u", processor);
  append_head(name, view_timeline_stall(&all), all.cycles, out);
  for (unsigned i = 0; i < line->width; i++) g_string_append_c(out, marks[view_timeline_state(&columns[i])]);
  screen_columns_end(out);
  return one;
}

/* ---- items ---- */

/* Returns the stall as tenths of a time. */
static char mark_of(uint64_t stall, uint64_t time) {
  if (stall == 0) return ' ';
  const unsigned tenths = (unsigned)ui_text_ratio((double)stall * TENTHS, (double)time);
  return tenths == 0 ? '.' : (char)('0' + MIN(tenths, TENTHS - 1));
}

static void append_item(const Line *line, const char *name, const uint64_t *cycles, const ProfileLaneInterval *all,
                        GString *out) {
  g_autofree uint64_t *stall = g_new0(uint64_t, line->width), *time = g_new0(uint64_t, line->width);
  uint64_t stall_in_all = 0, time_in_all = 0;
  for (uint64_t i = 0; i < line->intervals; i++) {
    stall[column_of(line, i)] += cycles[i];
    time[column_of(line, i)] += all[i].cycles;
    stall_in_all += cycles[i];
    time_in_all += all[i].cycles;
  }
  append_head(name, stall_in_all, time_in_all, out);
  for (unsigned i = 0; i < line->width; i++) g_string_append_c(out, mark_of(stall[i], time[i]));
  screen_columns_end(out);
}

/* Appends the items with the most stall, followed by the sum of the others. */
static void append_items(const Line *line, const View *view, ViewAxisKind axis, GString *out) {
  g_autoptr(GArray) items = view_timeline_items(view, axis);
  g_autofree ProfileLaneInterval *all = view_timeline_all(view->profile);
  g_autofree uint64_t *rest = g_new0(uint64_t, line->intervals);
  uint64_t stall = 0;
  for (uint64_t i = 0; i < line->intervals; i++) stall += rest[i] = all[i].stall_cycles;
  uint64_t rest_in_all = stall;
  for (guint n = 0; n < MIN(items->len, LISTED); n++) {
    const ViewTimelineItem *item = &g_array_index(items, ViewTimelineItem, n);
    if (item->stall < stall / LEAST) break;
    append_item(line, view_item(view, axis, item->rank)->name, item->cycles, all, out);
    for (uint64_t i = 0; i < line->intervals; i++) rest[i] -= item->cycles[i];
    rest_in_all -= item->stall;
  }
  if (rest_in_all != 0) append_item(line, "(all else)", rest, all, out);
}

void screen_time(const Screen *screen, const View *view, ViewAxisKind axis, GString *out) {
  const Profile *profile = view->profile;
  const Line line = line_of(screen, profile);
  g_string_append_printf(out, "The run, from start to end: %" PRIu64 " interval%s of ", line.intervals,
                         line.intervals == 1 ? "" : "s");
  ui_text_append_count(out, (double)profile->timeline.cycles);
  g_string_append(out, " cycles\n\n");
  ui_text_append_fitted(out, "", NAME);
  g_string_append(out, "   Stall  w: works, s: stalls on memory, -: has no thread that can run\n");
  for (const ProfileLaneInterval *one = profile->intervals, *end = one + profile->n_intervals; one < end;)
    one = append_lane(&line, one, end, out);
  g_string_append_c(out, '\n');
  ui_text_append_fitted(out, axis == VIEW_CODE ? "Code" : "Data", NAME);
  g_string_append(out, "   Stall  share of all time then: 1: one tenth, 9: nine or more, .: less than one\n");
  append_items(&line, view, axis, out);
}
