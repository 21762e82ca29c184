/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_collapsed.c: stacks for flame graphs. Each line has a code item and a data item, or a data item and a code
 * item.
 *
 * Readers of the format end a frame at a semicolon, and the stack at the last space. So semicolons in names are escaped
 * as \x3b, in addition to control characters. */
#include <inttypes.h>

#include "ui/export/export.h"

static void put_frame(FILE *file, const char *name) {
  for (; *name != '\0'; name++) {
    if (*name == ';')
      fputs("\\x3b", file);
    else
      putc(*name, file);
  }
}

void export_collapsed(const Export *export, FILE *file) {
  ViewCells *cells = export_cells(export);
  const ViewAxisKind outer = export->by_data ? VIEW_DATA : VIEW_CODE, inner = export->by_data ? VIEW_CODE : VIEW_DATA;
  for (uint32_t row = 0; row < view_size(export->view, VIEW_CODE); row++) {
    export_progress(row, view_size(export->view, VIEW_CODE));
    uint32_t n;
    const ViewMatrixCell *cell = view_cells_row(cells, row, &n);
    for (; n > 0; n--, cell++) {
      const uint32_t ranks[VIEW_AXES] = {[VIEW_CODE] = cell->row, [VIEW_DATA] = cell->column};
      const uint64_t weight = view_metric_of(export->weight, &cell->counts);
      if (weight == 0) continue;
      put_frame(file, export->item_names[outer][ranks[outer]]);
      putc(';', file);
      put_frame(file, export->item_names[inner][ranks[inner]]);
      fprintf(file, " %" PRIu64 "\n", weight);
    }
  }
  view_cells_free(cells);
}
