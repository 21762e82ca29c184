/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_report_levels.h: the levels of data (ui/model/ui_levels.h) in a report.
 *
 * Member "level" is the first one to show, and member "levels" an array, by UiLevel: {"key": "type", "same": [...],
 * "names": {...}}. `same` has for each bin the bin that represents its group, and `names` the names of groups, by that
 * bin, if they differ from the bin's. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/model/ui_view.h"
#include "ui/names/ui_names.h"

/* Writes both members. */
void ui_report_levels_put(UiJson *json, const UiView *view, const UiNames *names);
