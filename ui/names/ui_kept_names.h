/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_kept_names.h: reads and writes the names and types of bins in a profile (ui/model/ui_resolved.h). */
#pragma once

#include <glib.h>

#include "ui/model/ui_labels.h"
#include "ui/names/ui_holders.h"
#include "ui/names/ui_types.h"
#include "ui/names/ui_user_lines.h"

typedef struct UiKeptNames UiKeptNames;

/* Reads names and types from a UI_RESOLVED, which must outlive the result. Free it with ui_kept_names_free(). */
UiKeptNames *ui_kept_names_new(GVariant *resolved);
void ui_kept_names_free(UiKeptNames *kept);

/* The names of all bins. The caller frees what the fields point to. */
UiLabels ui_kept_names_labels(GVariant *resolved);

/* See ui_names_type(). */
const UiBinType *ui_kept_names_type(const UiKeptNames *kept, uint32_t bin);

/* See ui_names_holders(). */
UiHolders ui_kept_names_holders(const UiKeptNames *kept, uint32_t bin);

/* The part of a UI_RESOLVED with the holders of n bins. */
GVariant *ui_kept_names_put_holders(const UiHolders *holders, uint32_t n);

/* See ui_user_lines(). Owned by the caller. */
GArray *ui_kept_names_user_lines(GVariant *resolved);
GVariant *ui_kept_names_put_user_lines(const GArray *lines);

/* Adds the parts of a UI_RESOLVED with the names and types of n bins. types: by bin; NULL: unknown. */
void ui_kept_names_put(GVariantBuilder *resolved, const UiLabels *labels, const UiBinType *const *types, uint32_t n);
