/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_kept_names.h: reads and writes the names and types of bins that a profile contains
 * (ui/profile/profile_resolved.h). */
#pragma once

#include <glib.h>

#include "ui/names/name_pointers.h"
#include "ui/names/name_types.h"
#include "ui/names/name_user_lines.h"
#include "ui/view/view_labels.h"

typedef struct NameKeptNames NameKeptNames;

/* Reads the names and types in a PROFILE_RESOLVED, which must outlive the result. The caller frees the result with
 * name_kept_names_free(). */
NameKeptNames *name_kept_names_new(GVariant *resolved);
void name_kept_names_free(NameKeptNames *kept);

/* Returns the names of all bins. The caller frees everything to which the fields of the result point. */
ViewLabels name_kept_names_labels(GVariant *resolved);

/* Returns the type of a bin, as name_table_type() does. */
const NameBinType *name_kept_names_type(const NameKeptNames *kept, uint32_t bin);

/* Returns the variables that hold a bin's addresses, as name_table_holders() does. */
NamePointers name_kept_names_holders(const NameKeptNames *kept, uint32_t bin);

/* Returns the part of a PROFILE_RESOLVED that contains the variables which hold the addresses of n bins. */
GVariant *name_kept_names_put_holders(const NamePointers *holders, uint32_t n);

/* Returns the program's lines for inlined library code, as name_user_lines() does. The caller owns the array. */
GArray *name_kept_names_user_lines(GVariant *resolved);
GVariant *name_kept_names_put_user_lines(const GArray *lines);

/* Adds the parts of a PROFILE_RESOLVED that contain the names and types of n bins. `types` contains the type of each
 * bin (NULL: unknown). */
void name_kept_names_put(GVariantBuilder *resolved, const ViewLabels *labels, const NameBinType *const *types,
                         uint32_t n);
