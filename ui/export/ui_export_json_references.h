/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_export_json_references.h: the references of a profile as JSON. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/model/ui_view.h"
#include "ui/names/ui_names.h"

/* Writes the member "references" (docs/export.schema.json), with the names of the view. `where` lists where to search
 * for source files (ui_source_text()). */
void ui_export_json_references(UiJson *json, const UiView *view, const UiNames *names, const char *where);
