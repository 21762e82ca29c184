/* SPDX-License-Identifier: GPL-2.0-or-later
 * results_sweep_rows.h: reads the JSON of a sweep as rows, with names.
 *
 * The tool writes numbers to the file instead of names. They are the numbers of functions and data bins in the profile
 * that is next to the file. */
#pragma once

#include "ui/results/results_json_rows.h"

/* Reads a file as results_json_rows_open() does. Replaces the numbers of functions and bins by names, as
 * docs/sweep.schema.json requires, and computes a new seal. The profile must exist, and must be of the same run of the
 * program. */
bool results_sweep_rows_open(ResultsJsonRows *rows, const char *path, GError **error);
