/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/report/report_names.h"

static const char *const axes[VIEW_AXES] = {[VIEW_CODE] = "code", [VIEW_DATA] = "data"};

static void put_names(UiJson *json, const ViewKeys *keys) {
  ui_json_begin_array(json, "names");
  for (guint i = 0; i < keys->entries->len; i++) {
    const ViewKey *key = g_ptr_array_index(keys->entries, i);
    ui_json_begin_object(json, NULL);
    ui_json_string(json, "axis", axes[key->axis]);
    ui_json_string(json, "name", key->name);
    ui_json_strings(json, "members", (const char *const *)key->members);
    ui_json_boolean(json, "refused", key->refused);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

void report_names_put(UiJson *json, const View *view, const ViewKeys *keys, const char *path) {
  g_autofree char *file = view_keys_path(view->profile, path);
  g_autofree char *name = g_path_get_basename(file);
  ui_json_string(json, "key_file", name);
  ui_json_begin_object(json, "keys");
  for (unsigned axis = 0; axis < VIEW_AXES; axis++) {
    g_auto(GStrv) members = view_keys_members(view, axis);
    ui_json_strings(json, axes[axis], (const char *const *)members);
  }
  ui_json_end_object(json);
  put_names(json, keys);
}
