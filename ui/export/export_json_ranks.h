/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_json_ranks.h: the ranks of a message-passing program in the JSON of an export. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/profile/profile.h"

/* Writes the member "ranks" of a profile that has ranks. Writes nothing for other profiles. If not `with_cells`, omits
 * the counts of ranks by segment and bin. */
void export_json_ranks(UiJson *json, const Profile *profile, bool with_cells);
