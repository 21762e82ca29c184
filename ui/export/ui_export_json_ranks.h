/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_export_json_ranks.h: the ranks of a message-passing program in the JSON of an export. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/model/ui_profile.h"

/* Writes the member "ranks" of a profile that has some; of any other, nothing. Without `with_cells`, what a rank did in
 * segments on bins is left out. */
void ui_export_json_ranks(UiJson *json, const UiProfile *profile, bool with_cells);
