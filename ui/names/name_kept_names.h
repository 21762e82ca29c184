/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_kept_names.h: reads and writes the names and types of bins in a profile (ui/profile/profile_resolved.h). */
#pragma once

#include <glib.h>

#include "ui/names/name_pointers.h"
#include "ui/names/name_types.h"
#include "ui/names/name_user_lines.h"
#include "ui/view/view_labels.h"

typedef struct NameKeptNames NameKeptNames;

/* Reads names and types from a PROFILE_RESOLVED, which must outlive the result. Free it with name_kept_names_free(). */
NameKeptNames *name_kept_names_new(GVariant *resolved);
void name_kept_names_free(NameKeptNames *kept);

/* Returns the names of all bins. The caller frees what the fields point to. */
ViewLabels name_kept_names_labels(GVariant *resolved);

/* See name_table_type(). */
const NameBinType *name_kept_names_type(const NameKeptNames *kept, uint32_t bin);

/* See name_table_holders(). */
NamePointers name_kept_names_holders(const NameKeptNames *kept, uint32_t bin);

/* Returns the part of a PROFILE_RESOLVED with the holders of n bins. */
GVariant *name_kept_names_put_holders(const NamePointers *holders, uint32_t n);

/* See name_user_lines(). Owned by the caller. */
GArray *name_kept_names_user_lines(GVariant *resolved);
GVariant *name_kept_names_put_user_lines(const GArray *lines);

/* Adds the parts of a PROFILE_RESOLVED with the names and types of n bins. types: by bin; NULL: unknown. */
void name_kept_names_put(GVariantBuilder *resolved, const ViewLabels *labels, const NameBinType *const *types,
                         uint32_t n);
