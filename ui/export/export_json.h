/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_json.h: writes a profile as JSON. docs/export.schema.json describes the document. */
#pragma once

#include <stdbool.h>

#include "ui/base/ui_json.h"
#include "ui/export/export.h"

/* Writes the members of the document into an object that the caller has begun. If `with_cells` is false, omits the
 * cells, also those of ranks. A caller uses this if it embeds the document and stores the cells in a more compact
 * form. */
void export_json_members(UiJson *json, const Profile *profile, const NameTable *names, bool with_cells);

/* Writes the options of a profile as the member "options". */
void export_json_options(UiJson *json, const Profile *profile);

/* Writes the member `key`, which describes a cache by its size in bytes, its number of ways, and its line size in
 * bytes. Writes null if the size is 0. */
void export_json_cache(UiJson *json, const char *key, uint64_t size, uint64_t ways, uint64_t line);
