/* SPDX-License-Identifier: GPL-2.0-or-later
 * report_levels.h: the levels of data (ui/view/view_levels.h) in a report.
 *
 * The member "level" is the level that is shown first. The member "levels" is an array, by ViewLevel: {"key": "type",
 * "same": [...], "names": {...}}. `same` has for each bin the bin that represents its group, and `names` the names of
 * groups, by that bin, if they differ from the bin's. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/names/name_table.h"
#include "ui/view/view.h"

/* Writes both members. */
void report_levels_put(UiJson *json, const View *view, const NameTable *names);
