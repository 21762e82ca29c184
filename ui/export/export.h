/* SPDX-License-Identifier: GPL-2.0-or-later
 * export.h: the input of the functions that write export formats.
 *
 * A writer writes the whole file. At the end, the caller checks for write errors. */
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
  const View *view; /* a view with the names that the user gave, and the items that the user combined */
  /* names of items, indexed by rank; each name is unique on its axis, contains no line breaks, and is UTF-8 in any
   * locale */
  char **item_names[VIEW_AXES];
  /* metric for formats with a single number per stack; other formats write this metric first */
  ViewMetric weight;
  bool by_data; /* whether stacks begin with data and continue with code */
  /* whether the items of code in the view are whole functions (view_set_whole_functions()) */
  bool whole;
} Export;

typedef void ExportFunction(const Export *export, FILE *file);

enum { EXPORT_STEPS = 1000 }; /* number of steps of the progress bar */

#define FORMAT(name, summary, timed) ExportFunction export_##name;
#include "ui/export/export_formats.def"

/* Updates the progress bar, if there is one. The writer has completed `done` of `whole` steps. */
static inline void export_progress(uint64_t done, uint64_t whole) {
  ui_progress_at(whole != 0 ? done * EXPORT_STEPS / whole : 0);
}

/* Returns the name of the item that contains a segment or a bin in the view. */
static inline const char *export_name(const Export *export, ViewAxisKind axis, uint32_t number) {
  return export->item_names[axis][export->view->axes[axis].rank_of[number]];
}

/* Returns the cells of the view's matrix, whose rows are code items and whose columns are data items. The caller frees
 * them with view_cells_free(). */
ViewCells *export_cells(const Export *export);
