/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_export_collapsed.c: stacks for flame graphs: each line has a code item and a data item, or the reverse.
 *
 * Readers of the format end a frame at a semicolon, and the stack at the last space. So names have their semicolons
 * escaped as \x3b, in addition to their control characters. */
#include <inttypes.h>

#include "ui/export/ui_export.h"

static void put_frame(FILE *file, const char *name) {
  for (; *name != '\0'; name++) {
    if (*name == ';')
      fputs("\\x3b", file);
    else
      putc(*name, file);
  }
}

void ui_export_collapsed(const UiExport *export, FILE *file) {
  UiCells *cells = ui_export_cells(export);
  const UiAxisKind outer = export->by_data ? UI_DATA : UI_CODE, inner = export->by_data ? UI_CODE : UI_DATA;
  for (uint32_t row = 0; row < ui_view_size(export->view, UI_CODE); row++) {
    ui_export_progress(row, ui_view_size(export->view, UI_CODE));
    uint32_t n;
    const UiMatrixCell *cell = ui_cells_row(cells, row, &n);
    for (; n > 0; n--, cell++) {
      const uint32_t ranks[UI_AXES] = {[UI_CODE] = cell->row, [UI_DATA] = cell->column};
      const uint64_t weight = ui_metric_of(export->weight, &cell->counts);
      if (weight == 0) continue;
      put_frame(file, export->item_names[outer][ranks[outer]]);
      putc(';', file);
      put_frame(file, export->item_names[inner][ranks[inner]]);
      fprintf(file, " %" PRIu64 "\n", weight);
    }
  }
  ui_cells_free(cells);
}
