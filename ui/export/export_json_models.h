/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_json_models.h: counts of optional models of the machine (TLBs, prefetchers, traffic), as JSON. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/profile/profile.h"

/* Writes the member "models": the totals, and the counts of each processor and each cell with a nonzero count; nothing
 * if the machine has no such models. */
void export_json_models(UiJson *json, const Profile *profile);
