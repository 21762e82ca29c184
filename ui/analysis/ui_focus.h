/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_focus.h: what part of the matrix an analysis looks at: rows and columns of a view. */
#pragma once

#include "ui/model/ui_select.h"

/* Selections on the view's axes; NULL: the whole axis. They belong to the caller, and hold until the view is ranked
 * anew. A NULL focus is the whole matrix. */
typedef struct {
  const UiSelection *code, *data;
} UiFocus;

/* Is row `row` (a rank on UI_CODE) in the focus? */
static inline bool ui_focus_has_row(const UiFocus *focus, uint32_t row) {
  return focus == NULL || focus->code == NULL || focus->code->picked[row];
}

/* Is column `column` (a rank on UI_DATA) in the focus? */
static inline bool ui_focus_has_column(const UiFocus *focus, uint32_t column) {
  return focus == NULL || focus->data == NULL || focus->data->picked[column];
}

/* Is what place `place` (a number of the profile) does to bin `bin` in the focus? */
static inline bool ui_focus_has(const UiView *view, const UiFocus *focus, uint32_t place, uint32_t bin) {
  return ui_focus_has_row(focus, ui_view_row(view, place)) && ui_focus_has_column(focus, ui_view_column(view, bin));
}
