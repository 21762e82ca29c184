/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_sweep_output.h: writes the results of a sweep as a table for the terminal, as CSV, as JSON and as an HTML
 * page. */
#pragma once

#include <stdio.h>

#include "ui/base/ui_json.h"
#include "ui/replay/replay_sweep_report.h"

/* Appends a table: first a line for each machine, then a line for each cell. */
void replay_sweep_table(const ReplaySweepReport *report, GString *out);

/* Writes comma-separated values (RFC 4180) with a heading. Counts are not abbreviated, and sizes are in bytes. */
void replay_sweep_csv(const ReplaySweepReport *report, FILE *file);

/* Writes the JSON document that docs/sweep.schema.json describes. */
void replay_sweep_json(const ReplaySweepReport *report, FILE *file);

/* Begins a document of docs/sweep.schema.json or a similar one. Writes its version, the trace and the machines. The
 * caller writes the other members and ends the object. */
void replay_sweep_json_begin(UiJson *json, const ReplaySweepReport *report, uint64_t version, FILE *file);

/* Writes the member that lists the machines that were left out. */
void replay_sweep_json_left_out(UiJson *json, const ReplaySweepReport *report);

/* Writes an HTML page that plots the results. */
void replay_sweep_page(const ReplaySweepReport *report, FILE *file);
