/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_merge_index.h: finds records by their keys, the columns that identify a record. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct UiMergeIndex UiMergeIndex;

/* Makes an empty index. Free it with ui_merge_index_free(), which accepts NULL. */
UiMergeIndex *ui_merge_index_new(void);
void ui_merge_index_free(UiMergeIndex *index);

/* Returns the number of a key of n bytes. A new key is copied and gets the next number, from 0; *is_new is true then. */
uint32_t ui_merge_index_find(UiMergeIndex *index, const void *key, size_t n, bool *is_new);
