/* ui_merge_index.h: finds records by their keys: the columns that tell them from others of their kind.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_MERGE_INDEX_H
#define UI_MERGE_INDEX_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct UiMergeIndex UiMergeIndex;

/* An index without keys. Free it with ui_merge_index_free(); NULL is allowed there. */
UiMergeIndex *ui_merge_index_new(void);
void ui_merge_index_free(UiMergeIndex *index);

/* The number of a key of n bytes, which are copied: 0, 1, 2, ... in the order in which keys came first. Sets *is_new to
 * whether it did now. */
uint32_t ui_merge_index_find(UiMergeIndex *index, const void *key, size_t n, bool *is_new);

#endif
