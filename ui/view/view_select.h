/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_select.h: selects the items of an axis that a user names in a command: one item, a list of items, or all items
 * that match a pattern.
 *
 * A selector is a list with commas between its elements. An element is the number of an item in the legend, a short
 * name, a full name, the function of a code segment, the variable of a data bin, or a pattern with * and ?. A comma
 * within brackets belongs to a name. A number or a name also selects a hidden item. A pattern selects hidden items only
 * if it matches no other item. */
#pragma once

#include "ui/view/view.h"

typedef struct {
  ViewAxisKind axis;
  bool *picked;   /* indexed by rank */
  uint32_t count; /* number of selected items, at least one unless the axis is empty */
} ViewSelection;

#define VIEW_SELECT_ERROR view_select_error_quark()
GQuark view_select_error_quark(void);

/* Selects the items of an axis that `selector` names. If no item has such a name, selects all shown items whose names
 * contain it. If an element of the selector names nothing, returns false and sets *error to a message with the nearest
 * name. The caller frees the selection with view_selection_clear(). */
bool view_select(const View *view, ViewAxisKind axis, const char *selector, ViewSelection *selection, GError **error);

/* As view_select(), but does not accept parts of names. Used for selectors in files, which are read more than once. */
bool view_select_exactly(const View *view, ViewAxisKind axis, const char *selector, ViewSelection *selection,
                         GError **error);

/* As view_select(), but for a selector of either axis. The prefix "code:" or "data:" determines the axis. Without it,
 * names are searched on both axes, numbers select data, and patterns are tried on data first. */
bool view_select_any(const View *view, const char *selector, ViewSelection *selection, GError **error);

/* Selects all items of an axis that are not filtered out. */
void view_select_all(const View *view, ViewAxisKind axis, ViewSelection *selection);

/* Selects the items of the view `to` that have members in common with the selected items of the view `from`. Both must
 * be views of the same profile, and can have different levels. */
void view_selection_move(const ViewSelection *selection, const View *from, const View *to, ViewSelection *moved);

/* Returns the rank of the first selected item. */
uint32_t view_selection_first(const ViewSelection *selection);

/* Appends a description of the selection for a title. This is the name of a single item, "all code segments", or the
 * number of items and their names. */
void view_selection_describe(const ViewSelection *selection, const View *view, GString *out);

void view_selection_clear(ViewSelection *selection);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(ViewSelection, view_selection_clear)
