/* SPDX-License-Identifier: GPL-2.0-or-later
 * results_tried_file.h: reads the results of memspy what-if --try --json from their file. */
#pragma once

#include "ui/advice/advice_tried.h"

/* The version of the file. */
enum { RESULTS_TRIED_VERSION = 2 };

/* Reads a file. Returns NULL and sets *error if it is no such file. Free with advice_tried_free(). */
AdviceTried *results_tried_load(const char *path, GError **error);

/* As results_tried_load(), but from the text of such a file. */
AdviceTried *results_tried_read(const char *text, GError **error);
