/* ui_scope.h: what part of the matrix an analysis looks at: rows and columns of a view.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ANALYSIS_SCOPE_H
#define UI_ANALYSIS_SCOPE_H

#include "ui/model/ui_select.h"

/* Selections on the view's axes; NULL: the whole axis. They belong to the caller, and hold until the view is ranked
 * anew. A NULL scope is the whole matrix. */
typedef struct {
  const UiSelection *code, *data;
} UiScope;

/* Is row `row` (a rank on UI_CODE) in the scope? */
static inline bool ui_scope_has_row(const UiScope *scope, uint32_t row) {
  return scope == NULL || scope->code == NULL || scope->code->picked[row];
}

/* Is column `column` (a rank on UI_DATA) in the scope? */
static inline bool ui_scope_has_column(const UiScope *scope, uint32_t column) {
  return scope == NULL || scope->data == NULL || scope->data->picked[column];
}

/* Is what place `place` (a number of the profile) does to bin `bin` in the scope? */
static inline bool ui_scope_has(const UiView *view, const UiScope *scope, uint32_t place, uint32_t bin) {
  return ui_scope_has_row(scope, ui_view_row(view, place)) && ui_scope_has_column(scope, ui_view_column(view, bin));
}

#endif
