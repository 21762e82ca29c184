/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_json_callers.c: A profile can have 524,288 contexts, so each kind of number is an array: the names of members
 * then occur once, not once for each context. */
#include "ui/export/export_json_callers.h"

#include "ui/view/view_callers.h"

static void put_ways(UiJson *json, const Profile *profile) {
  ui_json_begin_array(json, "way");
  for (uint32_t i = 0; i < profile->n_contexts; i++) ui_json_string(json, NULL, profile->contexts[i].way);
  ui_json_end_array(json);
}

/* Writes, for each call, the line of the call, and 1 + the number of the segment that makes the call. */
static void put_places(UiJson *json, const Profile *profile) {
  ui_json_begin_array(json, "place_segment");
  for (uint32_t i = 0; i < profile->n_contexts; i++) {
    const uint64_t place = profile->contexts[i].place;
    ui_json_number(json, NULL, place != 0 ? profile->places[place - 1].segment + 1 : 0);
  }
  ui_json_end_array(json);
  ui_json_begin_array(json, "line");
  for (uint32_t i = 0; i < profile->n_contexts; i++) {
    const uint64_t place = profile->contexts[i].place;
    ui_json_number(json, NULL, place != 0 ? profile->places[place - 1].line : 0);
  }
  ui_json_end_array(json);
}

static void put_folds(UiJson *json, const Profile *profile) {
  ui_json_begin_array(json, "recursive_calls");
  for (uint32_t i = 0; i < profile->n_context_folds; i++) {
    const ProfileContextFold *fold = &profile->context_folds[i];
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "from", fold->from);
    ui_json_number(json, "to", fold->to);
    ui_json_number(json, "calls", fold->calls);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

void export_json_callers(UiJson *json, const Profile *profile) {
  if (!profile->has_callers) return;
  g_autoptr(ViewCallers) callers = view_callers_new(profile, NULL);
  ui_json_begin_object(json, "callers");
  ui_json_number(json, "left_out", profile->contexts_left_out);
#define PUT(name, value)                                                                  \
  ui_json_begin_array(json, name);                                                        \
  for (uint32_t i = 0; i < profile->n_contexts; i++) ui_json_number(json, NULL, (value)); \
  ui_json_end_array(json)
  PUT("caller", profile->contexts[i].caller);
  PUT("segment", profile->contexts[i].segment);
  put_ways(json, profile);
  put_places(json, profile);
  PUT("calls", profile->contexts[i].calls);
  PUT("instructions", profile->contexts[i].instructions);
  PUT("reads", profile->contexts[i].reads);
  PUT("writes", profile->contexts[i].writes);
  PUT("read_misses", callers->self[i].counts.read_misses);
  PUT("write_misses", callers->self[i].counts.write_misses);
  PUT("memory", callers->self[i].counts.memory);
  PUT("stall_cycles", callers->self[i].counts.stall_cycles);
#undef PUT
  put_folds(json, profile);
  ui_json_end_object(json);
}
