/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_json_program.h: writes the code and the data of the program, with their locations, as JSON. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/names/name_table.h"

/* Writes the members "objects", "segments", "bins", "calls", "variables", "slots" and "receivers", which
 * docs/export.schema.json describes. */
void export_json_program(UiJson *json, const Profile *profile, const NameTable *names);
