/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_level_names.h: groups data into columns at each level (ui/view/view_levels.h), and names the groups. */
#pragma once

#include "ui/names/name_table.h"
#include "ui/view/view.h"
#include "ui/view/view_levels.h"

typedef struct NameLevelNames NameLevelNames;

/* Groups all bins of a profile. The arguments must outlive the result. The caller frees it with
 * name_level_names_free(), which accepts NULL. */
NameLevelNames *name_level_names_new(const Profile *profile, const NameTable *names);
void name_level_names_free(NameLevelNames *level_names);

/* Returns the groups of each level, as an array of VIEW_LEVELS elements by ViewLevel. `level_names` owns the array. */
const ViewLevelGroups *name_level_names_groups(const NameLevelNames *level_names);

/* Sets the levels of a view of the profile. For the first screen, it selects the level that explains most of the stall
 * in few columns (view_levels_start()). `level_names` must outlive the view. */
void name_level_names_start(const NameLevelNames *level_names, View *view);
