/* ui_sweep_file.h: the file of a sweep, which memspy replay --sweep --json and the tool's --sweep write.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_SWEEP_FILE_H
#define UI_UI_SWEEP_FILE_H

#include "ui/model/ui_curves.h"
#include "ui/replay/ui_sweep_report.h"

typedef struct {
  UiSweepReport report; /* of the machines alone: no cells; of the plan only names, values and what was left out */
  UiCurves *cells;      /* none: the misses are not told apart */
  char *text;           /* the JSON, with names */
  coh_sweep *plan;
  UiSweepResult *results;
  GStringChunk *texts;
} UiSweepFile;

/* Reads a file. NULL: *error. Free with ui_sweep_file_free(). */
UiSweepFile *ui_sweep_file_read(const char *path, GError **error);
void ui_sweep_file_free(UiSweepFile *file);

#endif
