/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_sweep_file.h: the file that memspy replay --sweep --json and the tool's --sweep write. */
#pragma once

#include "ui/replay/replay_sweep_report.h"
#include "ui/view/view_curves.h"

typedef struct {
  ReplaySweepReport report; /* without cells; its plan has only names, values and the machines that were left out */
  ViewCurves *cells;        /* empty: the sweep had no cells */
  char *text;               /* the JSON, with names */
  sweep_plan *plan;
  ReplaySweepResult *results;
  GStringChunk *texts;
} ReplaySweepFile;

/* Reads a file. Returns NULL and sets *error if it is invalid. Free the result with replay_sweep_file_free(). */
ReplaySweepFile *replay_sweep_file_read(const char *path, GError **error);
void replay_sweep_file_free(ReplaySweepFile *file);
