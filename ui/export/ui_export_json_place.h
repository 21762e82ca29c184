/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_export_json_place.h: a place in the code in the JSON of an export. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/model/ui_profile.h"

/* Writes the members segment, file and line of a place of the profile. */
void ui_export_json_place(UiJson *json, const UiProfile *profile, const UiPlace *place);
