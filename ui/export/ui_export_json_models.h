/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_export_json_models.h: counts of optional models of the machine (TLBs, prefetchers, traffic), as JSON. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/model/ui_profile.h"

/* Writes the member "models": the totals, and the counts of each processor and each cell with a nonzero count; nothing
 * if the machine has no such models. */
void ui_export_json_models(UiJson *json, const UiProfile *profile);
