/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_sweep_file.h: the file that memspy replay --sweep --json and the tool's --sweep write. */
#pragma once

#include "ui/model/ui_curves.h"
#include "ui/replay/ui_sweep_report.h"

typedef struct {
  UiSweepReport report; /* without cells; its plan has only names, values and the machines that were left out */
  UiCurves *cells;      /* empty: the sweep had no cells */
  char *text;           /* the JSON, with names */
  coh_sweep *plan;
  UiSweepResult *results;
  GStringChunk *texts;
} UiSweepFile;

/* Reads a file. Returns NULL and sets *error if it is invalid. Free the result with ui_sweep_file_free(). */
UiSweepFile *ui_sweep_file_read(const char *path, GError **error);
void ui_sweep_file_free(UiSweepFile *file);
