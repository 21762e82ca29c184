/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_bin_types.h: computes the types of bins (name_types.h). A type is computed when it is used for the first
 * time. */
#pragma once

#include "ui/names/name_search_context.h"
#include "ui/names/name_types.h"

typedef struct NameBinTypes NameBinTypes;

/* Returns a new, empty collection of types. The finder must outlive it. The caller frees it with
 * name_bin_types_free(). */
NameBinTypes *name_bin_types_new(NameSearchContext *finder);
void name_bin_types_free(NameBinTypes *types);

/* Returns the type of a bin, as name_table_type() does. */
const NameBinType *name_bin_types_get(NameBinTypes *types, uint32_t bin);
