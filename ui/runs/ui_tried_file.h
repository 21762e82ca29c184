/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_tried_file.h: reads the results of memspy what-if --try --json from their file. */
#pragma once

#include "ui/analysis/ui_tried.h"

/* The version of the file. */
enum { UI_TRIED_VERSION = 2 };

/* Reads a file. Returns NULL and sets *error if it is none. Free with ui_tried_free(). */
UiTried *ui_tried_load(const char *path, GError **error);

/* As ui_tried_load(), from the text of such a file. */
UiTried *ui_tried_read(const char *text, GError **error);
