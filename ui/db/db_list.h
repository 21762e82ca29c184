/* SPDX-License-Identifier: GPL-2.0-or-later
 * db_list.h: writes the runs of a database as a table or as JSON. */
#pragma once

#include <stdio.h>

#include "ui/db/db_run.h"

/* Appends a table of the runs (an array of DbRun *), with headings, for a terminal that is `width` columns wide. */
void db_list_text(const GPtrArray *runs, unsigned width, GString *out);

/* Writes the runs as a JSON array. It contains an object for each run: {"label", "added", "started", "program",
 * "arguments", "machine", "bytes", "sampled", "totals": {NAME: number...}, "options": [{"name", "value"}...]}. Times
 * are in seconds since 1970. The totals of a sampled run are estimates. */
void db_list_json(const GPtrArray *runs, FILE *file);
