/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_json.h: a profile as JSON; docs/export.schema.json describes it. */
#pragma once

#include <stdbool.h>

#include "ui/base/ui_json.h"
#include "ui/export/export.h"

/* Writes the members of the document into an object that the caller has begun. If not `with_cells`, omits "cells", also
 * those of ranks. This is for a caller that embeds the document, and stores the cells in a more compact form. */
void export_json_members(UiJson *json, const Profile *profile, const NameTable *names, bool with_cells);

/* Writes the options of a profile as the member "options". */
void export_json_options(UiJson *json, const Profile *profile);

/* Writes a cache as the member `key`: its size in bytes, its ways, and its line size in bytes. Writes null if `size` is
 * 0. */
void export_json_cache(UiJson *json, const char *key, uint64_t size, uint64_t ways, uint64_t line);
