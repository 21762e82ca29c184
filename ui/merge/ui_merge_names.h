/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_merge_names.h: merges the names, types and source lines that profiles contain (ui/model/ui_resolved.h). */
#pragma once

#include "ui/merge/ui_merge_rows.h"

typedef struct UiMergeNames UiMergeNames;

/* Makes an empty collection. Free it with ui_merge_names_free(). */
UiMergeNames *ui_merge_names_new(void);
void ui_merge_names_free(UiMergeNames *names);

/* Adds the names of bins and the source lines that no earlier part had. */
void ui_merge_names_add(UiMergeNames *names, const UiMergeRows *rows);

/* Returns the collection as a UI_RESOLVED of the sealed whole. Bins without a name in any part get one from the profile
 * alone. NULL: no part had names. The caller frees it with g_variant_unref(). */
GVariant *ui_merge_names_put(const UiMergeNames *names, const UiProfile *whole);
