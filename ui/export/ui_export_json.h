/* ui_export_json.h: a profile as JSON; docs/export.schema.json describes it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_EXPORT_JSON_H
#define UI_UI_EXPORT_JSON_H

#include <stdbool.h>
#include <stdio.h>

#include "ui/base/ui_json.h"
#include "ui/model/ui_labels.h"
#include "ui/model/ui_profile.h"

/* Writes the whole document; `labels` (UI_AXES elements) are the names in it. Whether the file took it shows when the caller ends it. */
void ui_export_json(const UiProfile *profile, const UiLabels *labels, FILE *file);

/* Writes the members of that document into an object that the caller has begun. Without `with_cells`, "cells" is left
 * out: for who embeds the document and has a shorter form for a million of them. */
void ui_export_json_members(UiJson *json, const UiProfile *profile, const UiLabels *labels, bool with_cells);

#endif
