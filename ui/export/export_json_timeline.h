/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_json_timeline.h: writes the intervals of a run as JSON. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/profile/profile.h"

/* Writes the member "timeline" if the profile has intervals. Otherwise, writes nothing. */
void export_json_timeline(UiJson *json, const Profile *profile);
