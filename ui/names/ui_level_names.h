/* ui_level_names.h: which data are one column at each level (ui/model/ui_levels.h), and what that is called.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_NAMES_LEVEL_NAMES_H
#define UI_NAMES_LEVEL_NAMES_H

#include "ui/model/ui_levels.h"
#include "ui/model/ui_view.h"
#include "ui/names/ui_names.h"

typedef struct UiLevelNames UiLevelNames;

/* The groups of all bins of a profile, which like the names must outlive them. Free them with ui_level_names_free()
 * (NULL is allowed). */
UiLevelNames *ui_level_names_new(const UiProfile *profile, const UiNames *names);
void ui_level_names_free(UiLevelNames *level_names);

/* By UiLevel: UI_LEVELS elements, that belong to it. */
const UiLevelGroups *ui_level_names_groups(const UiLevelNames *level_names);

/* Gives these levels to a view of the profile, which must not outlive them, and shows its data at the level that
 * explains most in few columns (ui_levels_start()): what a first screen shows. */
void ui_level_names_start(const UiLevelNames *level_names, UiView *view);

#endif
