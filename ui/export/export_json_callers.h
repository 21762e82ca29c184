/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_json_callers.h: writes the calling contexts of a profile as JSON. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/profile/profile.h"

/* Writes the member "callers" if the profile has calling contexts. Otherwise, writes nothing. */
void export_json_callers(UiJson *json, const Profile *profile);
