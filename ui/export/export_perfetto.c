/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_perfetto.c: writes the run over time, as JSON trace events for https://ui.perfetto.dev and Chrome.
 *
 * Each processor is a thread. It has a slice for each range of intervals in which it mostly worked, stalled or waited.
 * It also has a counter, with the cycles of work, stall and waiting in each interval. One more process has a counter
 * for each of the code items with the most stall, and another one for each of the data items with the most stall. The
 * time is the simulated clock. */
#include "ui/base/ui_json.h"
#include "ui/export/export.h"
#include "ui/view/view_timeline.h"

/* the numbers that identify processes, and the maximum number of items that have a counter */
enum { RUN = 1, CODE, DATA, LISTED = 16, DIGITS = 3 };

static const char *const state_names[] = {
    [VIEW_LANE_WORKS] = "works", [VIEW_LANE_STALLS] = "stalls", [VIEW_LANE_WAITS] = "waits"};

/* Returns the start of an interval in microseconds. A cycle is taken as a nanosecond. */
static double time_of(const Profile *profile, uint64_t number) {
  const ProfileTimeline *timeline = &profile->timeline;
  return ((double)timeline->begin + (double)timeline->cycles * (double)number) / 1000;
}

/* Begins an event of a process. `kind` and `name`: the kind and the name of the event. */
static void begin_event(UiJson *json, const char *kind, const char *name, unsigned process) {
  ui_json_begin_object(json, NULL);
  ui_json_string(json, "ph", kind);
  ui_json_string(json, "name", name);
  ui_json_number(json, "pid", process);
}

/* Writes the name of a process or, if `what` is "thread_name", of one of its threads. */
static void put_name(UiJson *json, const char *what, unsigned process, uint32_t thread, const char *name) {
  begin_event(json, "M", what, process);
  ui_json_number(json, "tid", thread);
  ui_json_begin_object(json, "args");
  ui_json_string(json, "name", name);
  ui_json_end_object(json);
  ui_json_end_object(json);
}

/* Writes a slice of a processor for the intervals `first` to `last`, which all have the same state. */
static void put_slice(UiJson *json, const Profile *profile, const ProfileLaneInterval *first,
                      const ProfileLaneInterval *last) {
  begin_event(json, "X", state_names[view_timeline_state(first)], RUN);
  ui_json_number(json, "tid", first->processor);
  const double begin = time_of(profile, first->number);
  ui_json_decimal(json, "ts", begin, DIGITS);
  ui_json_decimal(json, "dur", time_of(profile, last->number + 1) - begin, DIGITS);
  ProfileLaneInterval sum = {0};
  for (const ProfileLaneInterval *one = first; one <= last; one++) view_timeline_add(&sum, one);
  ui_json_begin_object(json, "args");
#define PUT(unused, name, help) ui_json_number(json, #name, sum.name);
  BIN_INTERVAL_COUNTS(PUT, PUT, )
#undef PUT
  ui_json_end_object(json);
  ui_json_end_object(json);
}

static void put_counter(UiJson *json, const Profile *profile, const ProfileLaneInterval *one) {
  g_autofree char *name = g_strdup_printf("processor %u: cycles", one->processor);
  const uint64_t stall = view_timeline_stall(one);
  begin_event(json, "C", name, RUN);
  ui_json_decimal(json, "ts", time_of(profile, one->number), DIGITS);
  ui_json_begin_object(json, "args");
  ui_json_number(json, "works", one->cycles - stall - one->idle_cycles);
  ui_json_number(json, "stalls", stall);
  ui_json_number(json, "waits", one->idle_cycles);
  ui_json_end_object(json);
  ui_json_end_object(json);
}

/* Writes the counters of each processor. Writes 0 where a processor has no interval, since a counter keeps its value
 * until its next event. */
static void put_counters(UiJson *json, const Profile *profile) {
  const ProfileLaneInterval *const end = profile->intervals + profile->n_intervals;
  for (const ProfileLaneInterval *one = profile->intervals; one < end; one++) {
    const ProfileLaneInterval nothing = {.processor = one->processor, .number = one->number + 1};
    const bool follows = one + 1 < end && one[1].processor == one->processor && one[1].number == nothing.number;
    put_counter(json, profile, one);
    if (!follows && nothing.number < profile->timeline.intervals) put_counter(json, profile, &nothing);
  }
}

static bool goes_on(const ProfileLaneInterval *one, const ProfileLaneInterval *next) {
  return next->processor == one->processor && next->number == one->number + 1 &&
         view_timeline_state(next) == view_timeline_state(one);
}

static void put_lanes(UiJson *json, const Profile *profile) {
  const ProfileLaneInterval *const end = profile->intervals + profile->n_intervals;
  for (const ProfileLaneInterval *one = profile->intervals, *last; one < end; one = last + 1) {
    if (one == profile->intervals || one[-1].processor != one->processor) {
      g_autofree char *name = g_strdup_printf("processor %u", one->processor);
      put_name(json, "thread_name", RUN, one->processor, name);
    }
    for (last = one; last + 1 < end && goes_on(last, last + 1); last++) continue;
    if (view_timeline_state(one) != VIEW_LANE_NOTHING) put_slice(json, profile, one, last);
  }
  put_counters(json, profile);
}

/* Writes a counter for each of the items with the most stall. Writes 0 where the stall of the item begins and where it
 * ends. */
static void put_items(UiJson *json, const Export *export, ViewAxisKind axis, unsigned process) {
  const Profile *profile = export->profile;
  g_autoptr(GArray) items = view_timeline_items(export->view, axis);
  put_name(json, "process_name", process, 0, axis == VIEW_CODE ? "stall cycles by code" : "stall cycles by data");
  for (guint n = 0; n < MIN(items->len, LISTED); n++) {
    const ViewTimelineItem *item = &g_array_index(items, ViewTimelineItem, n);
    for (uint64_t i = 0; i < profile->timeline.intervals; i++) {
      const uint64_t before = i != 0 ? item->cycles[i - 1] : 0;
      if (item->cycles[i] == 0 && before == 0) continue;
      begin_event(json, "C", export->item_names[axis][item->rank], process);
      ui_json_decimal(json, "ts", time_of(profile, i), DIGITS);
      ui_json_begin_object(json, "args");
      ui_json_number(json, "stall", item->cycles[i]);
      ui_json_end_object(json);
      ui_json_end_object(json);
    }
  }
}

void export_perfetto(const Export *export, FILE *file) {
  UiJson json;
  g_autofree char *command = g_strjoinv(" ", (char **)export->profile->command);
  ui_json_start(&json, file);
  ui_json_begin_object(&json, NULL);
  ui_json_string(&json, "displayTimeUnit", "ns");
  ui_json_begin_array(&json, "traceEvents");
  put_name(&json, "process_name", RUN, 0, command);
  put_lanes(&json, export->profile);
  put_items(&json, export, VIEW_CODE, CODE);
  put_items(&json, export, VIEW_DATA, DATA);
  ui_json_end_array(&json);
  ui_json_end_object(&json);
}
