/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_select.h: selects items of an axis that a user names in a command: one item, a list, or all that match a pattern.
 *
 * A selector is a list, separated by commas, of: a legend number; a short name; a full name; the function of a code
 * segment or the variable of a data bin; a pattern with * and ?. A comma within brackets belongs to a name. Hidden
 * items are selected by number or name, and by a pattern that matches no other item. */
#pragma once

#include "ui/model/ui_view.h"

typedef struct {
  UiAxisKind axis;
  bool *picked;   /* by rank */
  uint32_t count; /* number of picked items; at least one unless the axis is empty */
} UiSelection;

#define UI_SELECT_ERROR ui_select_error_quark()
GQuark ui_select_error_quark(void);

/* Sets *selection to the items of `selector` on an axis; if no name fits, to all shown items with that part of a
 * name. Returns false and sets *error, with the nearest name, if a part of the selector names nothing. Free it with
 * ui_selection_clear(). */
bool ui_select(const UiView *view, UiAxisKind axis, const char *selector, UiSelection *selection, GError **error);

/* As ui_select(), but does not accept parts of names: for files, which are read more than once. */
bool ui_select_exactly(const UiView *view, UiAxisKind axis, const char *selector, UiSelection *selection,
                       GError **error);

/* As ui_select(), for a selector of either axis: "code:" or "data:" before it selects the axis; else names are
 * searched on both, numbers on data, and patterns on data first. */
bool ui_select_any(const UiView *view, const char *selector, UiSelection *selection, GError **error);

/* Selects everything on an axis that is not filtered out. */
void ui_select_all(const UiView *view, UiAxisKind axis, UiSelection *selection);

/* Selects on the view `to` the items that share members with selected ones on `from`: views of one profile, at other
 * levels. */
void ui_selection_move(const UiSelection *selection, const UiView *from, const UiView *to, UiSelection *moved);

/* Returns the rank of the first picked item. */
uint32_t ui_selection_first(const UiSelection *selection);

/* Appends a description of the selection for a title: the name of the item, "all code segments", or the number of
 * items and their names. */
void ui_selection_describe(const UiSelection *selection, const UiView *view, GString *out);

void ui_selection_clear(UiSelection *selection);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(UiSelection, ui_selection_clear)
