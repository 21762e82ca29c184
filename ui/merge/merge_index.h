/* SPDX-License-Identifier: GPL-2.0-or-later
 * merge_index.h: finds records by their keys, the columns that identify a record. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct MergeIndex MergeIndex;

/* Makes an empty index. Free it with merge_index_free(), which accepts NULL. */
MergeIndex *merge_index_new(void);
void merge_index_free(MergeIndex *index);

/* Returns the number of a key of n bytes. A new key is copied and gets the next number, from 0; *is_new is true
 * then. */
uint32_t merge_index_find(MergeIndex *index, const void *key, size_t n, bool *is_new);
