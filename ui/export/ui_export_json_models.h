/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_export_json_models.h: what models of the machine that most machines do not have (TLBs) counted, as JSON. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/model/ui_profile.h"

/* Adds the member "models": the counts of all, of each processor, and of each cell that has some; nothing, if the
 * machine has no such models. */
void ui_export_json_models(UiJson *json, const UiProfile *profile);
