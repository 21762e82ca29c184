/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_sweep_rows.h: the JSON of a sweep as rows, with names.
 *
 * The tool's file has numbers in place of names: those of the functions and data bins in the profile beside it. */
#ifndef UI_UI_SWEEP_ROWS_H
#define UI_UI_SWEEP_ROWS_H

#include "ui/runs/ui_json_rows.h"

/* Reads a file as ui_json_rows_open() does. Functions and bins that are numbers become names, as docs/sweep.schema.json
 * has them, and the text gets the seal that then belongs to it; the profile must be there, and of the same run. */
bool ui_sweep_rows_open(UiJsonRows *rows, const char *path, GError **error);

#endif
