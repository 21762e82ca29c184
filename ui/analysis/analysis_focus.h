/* SPDX-License-Identifier: GPL-2.0-or-later
 * analysis_focus.h: the focus of an analysis, which is a set of rows and columns of a view. */
#pragma once

#include "ui/view/view_select.h"

/* The selections on the view's axes; NULL: the whole axis. The caller owns the selections, which are valid until the
 * view is ranked again. A NULL focus is the whole matrix. */
typedef struct {
  const ViewSelection *code, *data;
} AnalysisFocus;

/* Returns whether row number `row` (its rank on VIEW_CODE) is in focus. */
static inline bool analysis_focus_has_row(const AnalysisFocus *focus, uint32_t row) {
  return focus == NULL || focus->code == NULL || focus->code->picked[row];
}

/* Returns whether column number `column` (its rank on VIEW_DATA) is in focus. */
static inline bool analysis_focus_has_column(const AnalysisFocus *focus, uint32_t column) {
  return focus == NULL || focus->data == NULL || focus->data->picked[column];
}

/* Returns whether the references of place number `place` to bin number `bin` (in the profile) are in focus. */
static inline bool analysis_focus_has(const View *view, const AnalysisFocus *focus, uint32_t place, uint32_t bin) {
  return analysis_focus_has_row(focus, view_row(view, place)) &&
         analysis_focus_has_column(focus, view_column(view, bin));
}
