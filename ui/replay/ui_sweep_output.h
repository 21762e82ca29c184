/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_sweep_output.h: the results of a sweep as a table for the terminal, as CSV, as JSON and as a page. */
#pragma once

#include <stdio.h>

#include "ui/base/ui_json.h"
#include "ui/replay/ui_sweep_report.h"

/* Appends the table: a line for each machine, then one for each cell. */
void ui_sweep_table(const UiSweepReport *report, GString *out);

/* Writes comma-separated values (RFC 4180) with a heading; counts in full, sizes in bytes. */
void ui_sweep_csv(const UiSweepReport *report, FILE *file);

/* Writes the document that docs/sweep.schema.json describes. */
void ui_sweep_json(const UiSweepReport *report, FILE *file);

/* Begins such a document or a similar one, with its version, the trace and the machines. The caller writes the other
 * members and ends the object. */
void ui_sweep_json_begin(UiJson *json, const UiSweepReport *report, uint64_t version, FILE *file);

/* Writes the member with the machines that were left out. */
void ui_sweep_json_left_out(UiJson *json, const UiSweepReport *report);

/* Writes a page that plots the results. */
void ui_sweep_page(const UiSweepReport *report, FILE *file);
