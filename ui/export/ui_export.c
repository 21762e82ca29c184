/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/export/ui_export.h"

UiCells *ui_export_cells(const UiExport *export) {
  const UiView *view = export->view;
  return ui_cells_new(export->profile, view->axes[UI_CODE].rank_of, ui_view_size(view, UI_CODE),
                      view->axes[UI_DATA].rank_of, ui_view_size(view, UI_DATA));
}
