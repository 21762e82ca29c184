/* SPDX-License-Identifier: GPL-2.0-or-later
 * results_tried_file.h: reads the results of memspy what-if --try --json from their file. */
#pragma once

#include "ui/advice/advice_tried.h"

/* The version of the file's format. */
enum { RESULTS_TRIED_VERSION = 2 };

/* Reads a file. Returns NULL and sets *error if the file is not the result of memspy what-if --try --json. Free with
 * advice_tried_free(). */
AdviceTried *results_tried_load(const char *path, GError **error);

/* As results_tried_load(), but reads the text of such a file from memory. */
AdviceTried *results_tried_read(const char *text, GError **error);
