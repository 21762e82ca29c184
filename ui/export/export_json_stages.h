/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_json_stages.h: writes the stages of a run (memspy.h) as JSON. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/profile/profile.h"

/* Writes the member "stages" if the profile has stages. Otherwise, writes nothing. `with_cells`: whether to write the
 * cells of each stage. */
void export_json_stages(UiJson *json, const Profile *profile, bool with_cells);
