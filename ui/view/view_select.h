/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_select.h: selects items of an axis that a user names in a command: one item, a list, or all that match a
 * pattern.
 *
 * A selector is a list, separated by commas, of: a legend number; a short name; a full name; the function of a code
 * segment or the variable of a data bin; a pattern with * and ?. A comma within brackets belongs to a name. Hidden
 * items are selected by number or name, and by a pattern that matches no other item. */
#pragma once

#include "ui/view/view.h"

typedef struct {
  ViewAxisKind axis;
  bool *picked;   /* by rank */
  uint32_t count; /* number of picked items; at least one unless the axis is empty */
} ViewSelection;

#define VIEW_SELECT_ERROR view_select_error_quark()
GQuark view_select_error_quark(void);

/* Sets *selection to the items of `selector` on an axis; if no name fits, to all shown items with that part of a
 * name. Returns false and sets *error, with the nearest name, if a part of the selector names nothing. Free it with
 * view_selection_clear(). */
bool view_select(const View *view, ViewAxisKind axis, const char *selector, ViewSelection *selection, GError **error);

/* As view_select(), but does not accept parts of names: for files, which are read more than once. */
bool view_select_exactly(const View *view, ViewAxisKind axis, const char *selector, ViewSelection *selection,
                         GError **error);

/* As view_select(), for a selector of either axis: "code:" or "data:" before it selects the axis; else names are
 * searched on both, numbers on data, and patterns on data first. */
bool view_select_any(const View *view, const char *selector, ViewSelection *selection, GError **error);

/* Selects everything on an axis that is not filtered out. */
void view_select_all(const View *view, ViewAxisKind axis, ViewSelection *selection);

/* Selects on the view `to` the items that share members with selected ones on `from`: views of one profile, at other
 * levels. */
void view_selection_move(const ViewSelection *selection, const View *from, const View *to, ViewSelection *moved);

/* Returns the rank of the first picked item. */
uint32_t view_selection_first(const ViewSelection *selection);

/* Appends a description of the selection for a title: the name of the item, "all code segments", or the number of
 * items and their names. */
void view_selection_describe(const ViewSelection *selection, const View *view, GString *out);

void view_selection_clear(ViewSelection *selection);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(ViewSelection, view_selection_clear)
