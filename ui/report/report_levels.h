/* SPDX-License-Identifier: GPL-2.0-or-later
 * report_levels.h: writes the levels of data (ui/view/view_levels.h) for the page.
 *
 * The member "level" is the level that is shown first. The member "levels" is an array with an element for each
 * ViewLevel: {"key": "type", "same": [...], "names": {...}}. At a level, bins form groups, and each group is
 * represented by one of its bins. `same` contains, for each bin, the representative of its group. `names` contains the
 * name of each group, by its representative, if the name differs from the representative's. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/names/name_table.h"
#include "ui/view/view.h"

/* Writes both members. */
void report_levels_put(UiJson *json, const View *view, const NameTable *names);
