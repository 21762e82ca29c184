/* SPDX-License-Identifier: GPL-2.0-or-later
 * merge_names.h: merges the names, types and source lines that profiles contain (ui/profile/profile_resolved.h). */
#pragma once

#include "ui/merge/merge_rows.h"

typedef struct MergeNames MergeNames;

/* Makes an empty collection. Free it with merge_names_free(). */
MergeNames *merge_names_new(void);
void merge_names_free(MergeNames *names);

/* Adds the names of bins and the source lines that no earlier part had. */
void merge_names_add(MergeNames *names, const MergeRows *rows);

/* Returns the collection as a PROFILE_RESOLVED of the sealed whole. Bins without a name in any part get one from the
 * profile alone. NULL: no part had names. The caller frees it with g_variant_unref(). */
GVariant *merge_names_put(const MergeNames *names, const Profile *whole);
