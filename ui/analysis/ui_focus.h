/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_focus.h: the focus of an analysis: the selected rows and columns of a view. */
#pragma once

#include "ui/model/ui_select.h"

/* Selections on the view's axes; NULL: the whole axis. The caller owns them. They are valid until the view is ranked
 * anew. A NULL focus is the whole matrix. */
typedef struct {
  const UiSelection *code, *data;
} UiFocus;

/* Returns whether row `row` (a rank on UI_CODE) is in focus. */
static inline bool ui_focus_has_row(const UiFocus *focus, uint32_t row) {
  return focus == NULL || focus->code == NULL || focus->code->picked[row];
}

/* Returns whether column `column` (a rank on UI_DATA) is in focus. */
static inline bool ui_focus_has_column(const UiFocus *focus, uint32_t column) {
  return focus == NULL || focus->data == NULL || focus->data->picked[column];
}

/* Returns whether the references of place `place` to bin `bin` (numbers in the profile) are in focus. */
static inline bool ui_focus_has(const UiView *view, const UiFocus *focus, uint32_t place, uint32_t bin) {
  return ui_focus_has_row(focus, ui_view_row(view, place)) && ui_focus_has_column(focus, ui_view_column(view, bin));
}
