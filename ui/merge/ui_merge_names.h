/* ui_merge_names.h: the names, types and lines of source that parts hold (ui/model/ui_resolved.h), as those of the
 * whole.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_MERGE_NAMES_H
#define UI_MERGE_NAMES_H

#include "ui/merge/ui_merge_rows.h"

typedef struct UiMergeNames UiMergeNames;

/* Nothing yet. Free it with ui_merge_names_free(). */
UiMergeNames *ui_merge_names_new(void);
void ui_merge_names_free(UiMergeNames *names);

/* Adds what the part says of bins and lines that no part before did. */
void ui_merge_names_add(UiMergeNames *names, const UiMergeRows *rows);

/* All of it, as a UI_RESOLVED of the whole, which is sealed; bins that no part named are called as the profile alone
 * allows. NULL: no part had names. The caller frees it with g_variant_unref(). */
GVariant *ui_merge_names_put(const UiMergeNames *names, const UiProfile *whole);

#endif
