/* SPDX-License-Identifier: GPL-2.0-or-later
 * replay_sweep_file.h: reads the file that memspy replay --sweep --json or the tool's --sweep wrote. */
#pragma once

#include "ui/replay/replay_sweep_report.h"
#include "ui/view/view_curves.h"

typedef struct {
  /* the results without cells; the plan has only the names, the values and the machines that were left out */
  ReplaySweepReport report;
  ViewCurves *cells; /* empty: the sweep had no cells */
  char *text;        /* the JSON, with names */
  sweep_plan *plan;
  ReplaySweepResult *results;
  GStringChunk *texts;
} ReplaySweepFile;

/* Reads the file of a sweep. Returns NULL and sets *error if the file is invalid. Free the result with
 * replay_sweep_file_free(). */
ReplaySweepFile *replay_sweep_file_read(const char *path, GError **error);
void replay_sweep_file_free(ReplaySweepFile *file);
