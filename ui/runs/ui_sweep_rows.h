/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_sweep_rows.h: the JSON of a sweep as rows, with names.
 *
 * The tool's file has numbers rather than names: those of the functions and data bins in the profile next to it. */
#pragma once

#include "ui/runs/ui_json_rows.h"

/* Reads a file as ui_json_rows_open() does. Replaces the numbers of functions and bins by names, as
 * docs/sweep.schema.json requires, and renews the seal; the profile must exist, and be of the same run. */
bool ui_sweep_rows_open(UiJsonRows *rows, const char *path, GError **error);
