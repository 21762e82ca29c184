/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_export_json_references.h: the references of a profile as JSON. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/model/ui_view.h"
#include "ui/names/ui_names.h"

/* Writes the member references of docs/export.schema.json, named as in the view. `where` is where source files are
 * looked for (ui_source_text()). */
void ui_export_json_references(UiJson *json, const UiView *view, const UiNames *names, const char *where);
