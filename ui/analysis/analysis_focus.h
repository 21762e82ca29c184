/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_focus.h: the focus of an analysis: the selected rows and columns of a view. */
#pragma once

#include "ui/view/view_select.h"

/* Selections on the view's axes; NULL: the whole axis. The caller owns them. They are valid until the view is ranked
 * anew. A NULL focus is the whole matrix. */
typedef struct {
  const ViewSelection *code, *data;
} AnalysisFocus;

/* Returns whether row `row` (a rank on VIEW_CODE) is in focus. */
static inline bool analysis_focus_has_row(const AnalysisFocus *focus, uint32_t row) {
  return focus == NULL || focus->code == NULL || focus->code->picked[row];
}

/* Returns whether column `column` (a rank on VIEW_DATA) is in focus. */
static inline bool analysis_focus_has_column(const AnalysisFocus *focus, uint32_t column) {
  return focus == NULL || focus->data == NULL || focus->data->picked[column];
}

/* Returns whether the references of place `place` to bin `bin` (numbers in the profile) are in focus. */
static inline bool analysis_focus_has(const View *view, const AnalysisFocus *focus, uint32_t place, uint32_t bin) {
  return analysis_focus_has_row(focus, view_row(view, place)) &&
         analysis_focus_has_column(focus, view_column(view, bin));
}
