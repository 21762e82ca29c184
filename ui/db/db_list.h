/* SPDX-License-Identifier: GPL-2.0-or-later
 * db_list.h: the runs of a database as a table or as JSON. */
#pragma once

#include <stdio.h>

#include "ui/db/db_run.h"

/* Appends a table of the runs (an array of DbRun *), with a heading, for a terminal of `width` columns. */
void db_list_text(const GPtrArray *runs, unsigned width, GString *out);

/* Writes an array: {"label", "added", "started", "program", "arguments", "machine", "bytes", "sampled",
 * "totals": {NAME: number...}, "options": [{"name", "value"}...]} for each run. Times are seconds since 1970; the
 * totals of a sampled run are estimates. */
void db_list_json(const GPtrArray *runs, FILE *file);
