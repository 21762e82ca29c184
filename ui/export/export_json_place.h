/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_json_place.h: writes a place in the code as JSON. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/profile/profile.h"

/* Writes the members "segment", "file" and "line" for a place of the profile. */
void export_json_place(UiJson *json, const Profile *profile, const ProfilePlace *place);
