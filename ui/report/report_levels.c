/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/report/report_levels.h"

#include <string.h>

#include "ui/names/name_level_names.h"

static void put_level(UiJson *json, const View *view, const ViewLevelGroups *groups, ViewLevel level) {
  const uint32_t n = view->profile->n_bins;
  ui_json_begin_object(json, NULL);
  ui_json_string(json, "key", view_level_key(level));
  UI_JSON_NUMBERS(json, "same", n, groups->same[i]);
  ui_json_begin_object(json, "names");
  for (uint32_t i = 0; i < n; i++) {
    if (groups->same[i] != i || strcmp(groups->names[i], view->labels[VIEW_DATA].names[i]) == 0) continue;
    g_autofree char *key = g_strdup_printf("%u", i);
    ui_json_string(json, key, groups->names[i]);
  }
  ui_json_end_object(json);
  ui_json_end_object(json);
}

void report_levels_put(UiJson *json, const View *view, const NameTable *names) {
  NameLevelNames *level_names = name_level_names_new(view->profile, names);
  const ViewLevelGroups *levels = name_level_names_groups(level_names);
  g_autofree uint64_t *by_bin = view_levels_by_bin(view->profile, view->metric);
  ui_json_string(json, "level", view_level_key(view_levels_start(levels, by_bin, view->profile->n_bins)));
  ui_json_begin_array(json, "levels");
  for (unsigned level = 0; level < VIEW_LEVELS; level++) put_level(json, view, &levels[level], (ViewLevel)level);
  ui_json_end_array(json);
  name_level_names_free(level_names);
}
