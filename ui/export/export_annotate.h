/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_annotate.h: the source of a whole program with the counts of each line, as text. */
#pragma once

#include "ui/export/export.h"

typedef struct {
  ViewMetric metrics[VIEW_METRICS]; /* the columns; the first one ranks files and functions */
  unsigned n_metrics;
  double least;      /* percentage of the total of the first metric below which a line or function is left out */
  uint32_t context;  /* lines of text before and after a line with counts */
  const char *where; /* folders of sources (analysis_source_text.h); NULL: where they were compiled */
} ExportAnnotateChoice;

/* Writes the program and its totals, its functions, and the annotated text of each source file. */
void export_annotate(const View *view, const ExportAnnotateChoice *choice, FILE *file);
