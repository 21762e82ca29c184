/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_json_references.h: writes the references of a profile as JSON. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/names/name_table.h"
#include "ui/view/view.h"

/* Writes the member "references" (docs/export.schema.json), with the names that the view shows. `where`: the folders in
 * which source files are searched for (analysis_source_text()). */
void export_json_references(UiJson *json, const View *view, const NameTable *names, const char *where);
