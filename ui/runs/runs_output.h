/* SPDX-License-Identifier: GPL-2.0-or-later
 * runs_output.h: writes the table of several runs as text, JSON or a page. */
#pragma once

#include <stdio.h>

#include "ui/runs/runs_table.h"
#include "ui/screens/screen.h"

/* Appends the table as text. If it has more columns than the screen, it continues below. */
void runs_text(const Screen *screen, const RunsTable *table, GString *out);

/* Writes the table, and what each processor did over time, as JSON (docs/compare.schema.json). */
void runs_json(const RunsTable *table, FILE *file);

/* Writes the page that shows the same. */
void runs_page(const RunsTable *table, FILE *file);
