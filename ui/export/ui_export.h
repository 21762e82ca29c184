/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_export.h: the input of the writers of export formats.
 *
 * A writer writes the whole file; the caller checks for write errors at the end. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "ui/base/ui_progress.h"
#include "ui/model/ui_cells.h"
#include "ui/model/ui_view.h"
#include "ui/names/ui_names.h"

typedef struct {
  const UiProfile *profile;
  const UiNames *names;
  const UiView *view;         /* the view with the user's names and combinations */
  char **item_names[UI_AXES]; /* by rank: names of items, unique on an axis, on one line, in UTF-8 in any locale */
  UiMetric weight;            /* the metric of formats with one number per stack; others write it first */
  bool by_data;               /* stacks have data first, and code below them */
} UiExport;

typedef void UiExporter(const UiExport *export, FILE *file);

enum { UI_EXPORT_STEPS = 1000 }; /* steps of the progress bar */

#define FORMAT(name, summary, timed) UiExporter ui_export_##name;
#include "ui/export/ui_export_formats.def"

/* Reports progress of a writer, `done` of `whole`, to the progress bar, if there is one. */
static inline void ui_export_progress(uint64_t done, uint64_t whole) {
  ui_progress_at(whole != 0 ? done * UI_EXPORT_STEPS / whole : 0);
}

/* Returns the name of the view's item that contains a segment or bin. */
static inline const char *ui_export_name(const UiExport *export, UiAxisKind axis, uint32_t number) {
  return export->item_names[axis][export->view->axes[axis].rank_of[number]];
}

/* Returns the cells of the view's matrix: code by data items. The caller frees them with ui_cells_free(). */
UiCells *ui_export_cells(const UiExport *export);
