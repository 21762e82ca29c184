/* SPDX-License-Identifier: GPL-2.0-or-later
 * merge_index.h: finds records by their keys. A key consists of the columns that identify a record. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct MergeIndex MergeIndex;

/* Returns a new, empty index. The caller frees it with merge_index_free(), which accepts NULL. */
MergeIndex *merge_index_new(void);
void merge_index_free(MergeIndex *index);

/* Returns the number of a key of n bytes. If the key is new, copies it, gives it the next number (the first is 0), and
 * sets *is_new to true. Otherwise sets *is_new to false. */
uint32_t merge_index_find(MergeIndex *index, const void *key, size_t n, bool *is_new);
