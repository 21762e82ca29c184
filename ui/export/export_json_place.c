/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/export/export_json_place.h"

void export_json_place(UiJson *json, const Profile *profile, const ProfilePlace *place) {
  ui_json_number(json, "segment", place->segment);
  ui_json_string(json, "file", profile->files[place->file].path);
  ui_json_number(json, "line", place->line);
}
