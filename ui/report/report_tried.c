/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/report/report_tried.h"

static void put_change(UiJson *json, const AdviceTriedChange *change) {
  ui_json_begin_object(json, NULL);
  ui_json_string(json, "changes", change->changes);
  ui_json_string(json, "about", change->about);
  ui_json_string(json, "why", change->why);
  if (change->refused != NULL) {
    ui_json_string(json, "refused", change->refused);
  } else {
    ui_json_number(json, "stall", change->stall);
    ui_json_number(json, "misses", change->misses);
  }
  ui_json_end_object(json);
}

void report_tried_put(UiJson *json, const AdviceTried *tried) {
  ui_json_begin_object(json, "tried");
  ui_json_number(json, "stall", tried->stall);
  ui_json_number(json, "misses", tried->misses);
  ui_json_number(json, "untried", tried->untried);
  ui_json_begin_array(json, "changes");
  for (guint i = 0; i < tried->changes->len; i++)
    put_change(json, &g_array_index(tried->changes, AdviceTriedChange, i));
  ui_json_end_array(json);
  ui_json_end_object(json);
}
