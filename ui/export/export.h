/* SPDX-License-Identifier: GPL-2.0-or-later
 * export.h: the input of the writers of export formats.
 *
 * A writer writes the whole file; the caller checks for write errors at the end. */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "ui/base/ui_progress.h"
#include "ui/names/name_table.h"
#include "ui/view/view.h"
#include "ui/view/view_cells.h"

typedef struct {
  const Profile *profile;
  const NameTable *names;
  const View *view;             /* view with the user's names and combinations */
  char **item_names[VIEW_AXES]; /* by rank: names of items. They are unique on an axis, are on one line, and are UTF-8
                                   in any locale */
  ViewMetric weight;            /* metric for formats with one number per stack; other formats write it first */
  bool by_data;                 /* stacks begin with data, and have code below them */
  bool whole;                   /* the view has whole functions (view_set_whole_functions()) */
} Export;

typedef void ExportFunction(const Export *export, FILE *file);

enum { EXPORT_STEPS = 1000 }; /* steps of the progress bar */

#define FORMAT(name, summary, timed) ExportFunction export_##name;
#include "ui/export/export_formats.def"

/* Reports the progress of a writer to the progress bar, if there is one: `done` of `whole`. */
static inline void export_progress(uint64_t done, uint64_t whole) {
  ui_progress_at(whole != 0 ? done * EXPORT_STEPS / whole : 0);
}

/* Returns the name of the view's item that contains a segment or a bin. */
static inline const char *export_name(const Export *export, ViewAxisKind axis, uint32_t number) {
  return export->item_names[axis][export->view->axes[axis].rank_of[number]];
}

/* Returns the cells of the view's matrix: code by data items. The caller frees them with view_cells_free(). */
ViewCells *export_cells(const Export *export);
