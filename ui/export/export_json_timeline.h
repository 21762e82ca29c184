/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_json_timeline.h: the intervals of a run in the JSON of an export. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/profile/profile.h"

/* Writes the member "timeline" of a profile that has intervals. Writes nothing for other profiles. */
void export_json_timeline(UiJson *json, const Profile *profile);
