/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/export/ui_export_json_place.h"

void ui_export_json_place(UiJson *json, const UiProfile *profile, const UiPlace *place) {
  ui_json_number(json, "segment", place->segment);
  ui_json_string(json, "file", profile->files[place->file].path);
  ui_json_number(json, "line", place->line);
}
