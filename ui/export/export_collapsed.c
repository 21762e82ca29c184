/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_collapsed.c: stacks for flame graphs. Each line has the stack of a code item and a data item, or a data item and
 * that stack.
 *
 * Readers of the format end a frame at a semicolon, and the stack at the last space. So semicolons in names are escaped
 * as \x3b, in addition to control characters. */
#include <inttypes.h>

#include "ui/export/export_stack.h"

static void put_frame(FILE *file, const char *name) {
  for (; *name != '\0'; name++) {
    if (*name == ';')
      fputs("\\x3b", file);
    else
      putc(*name, file);
  }
}

/* Writes the frames of a row, each with a semicolon after it if `before`, else before it. */
static void put_row(const Export *export, FILE *file, uint32_t row, bool before) {
  uint32_t rows[EXPORT_STACK_MOST];
  const unsigned n = export_stack_of_row(export, row, rows);
  for (unsigned i = 0; i < n; i++) {
    if (!before) putc(';', file);
    put_frame(file, export->item_names[VIEW_CODE][rows[i]]);
    if (before) putc(';', file);
  }
}

void export_collapsed(const Export *export, FILE *file) {
  ViewCells *cells = export_cells(export);
  for (uint32_t row = 0; row < view_size(export->view, VIEW_CODE); row++) {
    export_progress(row, view_size(export->view, VIEW_CODE));
    uint32_t n;
    const ViewMatrixCell *cell = view_cells_row(cells, row, &n);
    for (; n > 0; n--, cell++) {
      const uint64_t weight = view_metric_of(export->weight, &cell->counts);
      if (weight == 0) continue;
      if (!export->by_data) put_row(export, file, row, true);
      put_frame(file, export->item_names[VIEW_DATA][cell->column]);
      if (export->by_data) put_row(export, file, row, false);
      fprintf(file, " %" PRIu64 "\n", weight);
    }
  }
  view_cells_free(cells);
}
