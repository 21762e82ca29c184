/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_json_models.h: writes the counts of the optional models of the machine (TLBs, prefetchers, traffic) as
 * JSON. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/profile/profile.h"

/* Writes the member "models": the totals, the counts of each processor, and the counts of each cell, without counts
 * that are 0. Writes nothing if the machine has no optional models. */
void export_json_models(UiJson *json, const Profile *profile);
