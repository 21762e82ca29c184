/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_annotate.h: writes the source of a whole program with the counts of each line, as text. */
#pragma once

#include "ui/export/export.h"

typedef struct {
  ViewMetric metrics[VIEW_METRICS]; /* metrics of the columns; the first one ranks files and functions */
  unsigned n_metrics;
  /* lines and functions are left out if they have less than this percentage of the total of the first metric */
  double least;
  uint32_t context; /* number of lines of text that are shown before and after a line with counts */
  /* folders in which source files are searched for (analysis_source_text.h); NULL: the folders in which they were
   * compiled */
  const char *where;
} ExportAnnotateChoice;

/* Writes the name and the totals of the program, its functions, and the annotated text of each source file. */
void export_annotate(const View *view, const ExportAnnotateChoice *choice, FILE *file);
