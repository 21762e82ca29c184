/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_bin_types.h: the types of bins (ui_types.h), computed on first use. */
#pragma once

#include "ui/names/ui_finder.h"
#include "ui/names/ui_types.h"

typedef struct UiBinTypes UiBinTypes;

/* The finder must outlive it. Free it with ui_bin_types_free(). */
UiBinTypes *ui_bin_types_new(UiFinder *finder);
void ui_bin_types_free(UiBinTypes *types);

/* See ui_names_type(). */
const UiBinType *ui_bin_types_get(UiBinTypes *types, uint32_t bin);
