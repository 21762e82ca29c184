/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_level_names.h: groups data into columns at each level (ui/model/ui_levels.h), and names the groups. */
#pragma once

#include "ui/model/ui_levels.h"
#include "ui/model/ui_view.h"
#include "ui/names/ui_names.h"

typedef struct UiLevelNames UiLevelNames;

/* Makes the groups of all bins of a profile. The arguments must outlive the result. Free it with ui_level_names_free(),
 * which accepts NULL. */
UiLevelNames *ui_level_names_new(const UiProfile *profile, const UiNames *names);
void ui_level_names_free(UiLevelNames *level_names);

/* UI_LEVELS elements, by UiLevel. Owned by `level_names`. */
const UiLevelGroups *ui_level_names_groups(const UiLevelNames *level_names);

/* Sets the levels of a view of the profile, which must not outlive them, and selects the level that explains most in few
 * columns (ui_levels_start()), for a first screen. */
void ui_level_names_start(const UiLevelNames *level_names, UiView *view);
