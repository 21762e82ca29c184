/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_json_timeline.c: writes intervals. A processor can have 500 intervals. So each kind of number is written as
 * one array for all intervals of a processor, and the name of the member occurs only once. */
#include "ui/export/export_json_timeline.h"

#include "ui/view/view_timeline.h"

/* Writes the intervals of a processor, from `one` to the one before `end`. */
static void put_processor(UiJson *json, const ProfileLaneInterval *one, const ProfileLaneInterval *end) {
  ui_json_begin_object(json, NULL);
  ui_json_number(json, "processor", one->processor);
#define PUT(unused, name, help)                                                                           \
  ui_json_begin_array(json, #name);                                                                       \
  for (const ProfileLaneInterval *each = one; each < end; each++) ui_json_number(json, NULL, each->name); \
  ui_json_end_array(json);
  PUT(, number, )
  BIN_INTERVAL_COUNTS(PUT, PUT, )
#undef PUT
  ui_json_end_object(json);
}

static void put_processors(UiJson *json, const Profile *profile) {
  const ProfileLaneInterval *const end = profile->intervals + profile->n_intervals;
  ui_json_begin_array(json, "processors");
  for (const ProfileLaneInterval *one = profile->intervals, *next; one < end; one = next) {
    for (next = one; next < end && next->processor == one->processor; next++) continue;
    put_processor(json, one, next);
  }
  ui_json_end_array(json);
}

static void put_cell(UiJson *json, const Profile *profile, const ProfileIntervalCell *cell) {
  static const char *const names[PROFILE_INTERVAL_KINDS] = {[PROFILE_INTERVAL_NUMBER] = "number",
                                                            [PROFILE_INTERVAL_MISSES] = "misses",
                                                            [PROFILE_INTERVAL_STALL] = "stall_cycles"};
  const uint64_t *counts = profile->numbers + cell->counts.first;
  ui_json_begin_object(json, NULL);
  ui_json_number(json, "segment", cell->segment);
  ui_json_number(json, "bin", cell->bin);
  for (unsigned kind = 0; kind < PROFILE_INTERVAL_KINDS; kind++) {
    ui_json_begin_array(json, names[kind]);
    for (uint32_t i = kind; i < cell->counts.count; i += PROFILE_INTERVAL_KINDS) ui_json_number(json, NULL, counts[i]);
    ui_json_end_array(json);
  }
  ui_json_end_object(json);
}

void export_json_timeline(UiJson *json, const Profile *profile) {
  if (profile->timeline.intervals == 0) return;
  ui_json_begin_object(json, "timeline");
  ui_json_number(json, "begin", profile->timeline.begin);
  ui_json_number(json, "cycles", profile->timeline.cycles);
  ui_json_number(json, "intervals", profile->timeline.intervals);
  put_processors(json, profile);
  ui_json_begin_array(json, "cells");
  for (uint32_t i = 0; i < profile->n_interval_cells; i++) put_cell(json, profile, &profile->interval_cells[i]);
  ui_json_end_array(json);
  ui_json_end_object(json);
}
