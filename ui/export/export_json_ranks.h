/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_json_ranks.h: writes the ranks of a message-passing program as JSON. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/profile/profile.h"

/* Writes the member "ranks" if the profile has ranks. Otherwise, writes nothing. If `with_cells` is false, omits the
 * counts of ranks by segment and bin. */
void export_json_ranks(UiJson *json, const Profile *profile, bool with_cells);
