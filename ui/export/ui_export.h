/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_export.h: what the writers of the export formats get.
 *
 * Each writes the whole file; whether it went well shows when the caller ends it. */
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
  const UiView *view;         /* items as the user combined them */
  char **item_names[UI_AXES]; /* by rank: what items are called, unique on an axis, on one line, in any locale UTF-8 */
  UiMetric weight;            /* what formats with one number for each stack show, and others show first */
  bool by_data;               /* costs are of data, and code comes under it */
} UiExport;

typedef void UiExporter(const UiExport *export, FILE *file);

enum { UI_EXPORT_STEPS = 1000 }; /* of the bar */

#define FORMAT(name, summary, timed) UiExporter ui_export_##name;
#include "ui/export/ui_export_formats.def"

/* A writer has written so much of the whole: for the bar, where there is one. */
static inline void ui_export_progress(uint64_t done, uint64_t whole) {
  ui_progress_at(whole != 0 ? done * UI_EXPORT_STEPS / whole : 0);
}

/* What the item of the view is called that a segment or bin is in. */
static inline const char *ui_export_name(const UiExport *export, UiAxisKind axis, uint32_t number) {
  return export->item_names[axis][export->view->axes[axis].rank_of[number]];
}

/* The cells of the view's matrix: code by data items. The caller frees them with ui_cells_free(). */
UiCells *ui_export_cells(const UiExport *export);
