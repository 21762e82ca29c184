/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_json_callers.h: the calling contexts in the JSON of an export. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/profile/profile.h"

/* Writes the member "callers" of a profile that has contexts. Writes nothing for other profiles. */
void export_json_callers(UiJson *json, const Profile *profile);
