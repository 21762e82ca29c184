/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_bin_types.h: the types of bins (name_types.h), computed on first use. */
#pragma once

#include "ui/names/name_search_context.h"
#include "ui/names/name_types.h"

typedef struct NameBinTypes NameBinTypes;

/* The finder must outlive it. Free it with name_bin_types_free(). */
NameBinTypes *name_bin_types_new(NameSearchContext *finder);
void name_bin_types_free(NameBinTypes *types);

/* See name_table_type(). */
const NameBinType *name_bin_types_get(NameBinTypes *types, uint32_t bin);
