/* SPDX-License-Identifier: GPL-2.0-or-later
 * merge_names.h: merges the names, types and source lines that profiles contain (ui/profile/profile_resolved.h). */
#pragma once

#include "ui/merge/merge_rows.h"

typedef struct MergeNames MergeNames;

/* Returns a new, empty collection of names. The caller frees it with merge_names_free(). */
MergeNames *merge_names_new(void);
void merge_names_free(MergeNames *names);

/* Adds the names of bins and the source lines that no earlier input profile contained. */
void merge_names_add(MergeNames *names, const MergeRows *rows);

/* Returns the collected names in the format PROFILE_RESOLVED, for the merged profile `whole`, which must be sealed. A
 * bin whose names no input profile contains gets names from the merged profile alone. Returns NULL if no input profile
 * contained any names. The caller frees the result with g_variant_unref(). */
GVariant *merge_names_put(const MergeNames *names, const Profile *whole);
