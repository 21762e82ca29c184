/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/export/export.h"

ViewCells *export_cells(const Export *export) {
  const View *view = export->view;
  return view_cells_new(export->profile, view->axes[VIEW_CODE].rank_of, view_size(view, VIEW_CODE),
                        view->axes[VIEW_DATA].rank_of, view_size(view, VIEW_DATA));
}
