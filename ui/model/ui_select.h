/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_select.h: what a user names in a command: one item of an axis, a list, or all that match a pattern.
 *
 * A selector is a list, with commas, of: a legend number; a short name; a full name; the function of a code
 * segment or the variable of a data bin; a pattern with * and ?. A comma within brackets is part of a name.
 * What is filtered out of the view is named by its number or name, and by a pattern that matches nothing else. */
#ifndef UI_UI_SELECT_H
#define UI_UI_SELECT_H

#include "ui/model/ui_view.h"

typedef struct {
  UiAxisKind axis;
  bool *picked;   /* by rank */
  uint32_t count; /* of those that are picked; at least one unless the axis is empty */
} UiSelection;

#define UI_SELECT_ERROR ui_select_error_quark()
GQuark ui_select_error_quark(void);

/* Sets *selection to what `selector` names on an axis; where no name fits, to all shown whose names hold it. Returns
 * false and sets *error when a part of it names nothing, with the nearest name that there is. Free it with
 * ui_selection_clear(). */
bool ui_select(const UiView *view, UiAxisKind axis, const char *selector, UiSelection *selection, GError **error);

/* The same, but a part of a name names nothing: for what is written to be read more than once. */
bool ui_select_exactly(const UiView *view, UiAxisKind axis, const char *selector, UiSelection *selection,
                       GError **error);

/* The same as ui_select() for a selector that does not say by its position which axis it means: "code:" or "data:" in
 * front of it does, else a name is looked for on both; a number means data, and so does a pattern if it can. */
bool ui_select_any(const UiView *view, const char *selector, UiSelection *selection, GError **error);

/* Everything on an axis that is not filtered out. */
void ui_select_all(const UiView *view, UiAxisKind axis, UiSelection *selection);

/* Selects on the view `to` what holds something that is selected on `from`: views of one profile, at other levels. */
void ui_selection_move(const UiSelection *selection, const UiView *from, const UiView *to, UiSelection *moved);

/* Rank of the first item that is picked. */
uint32_t ui_selection_first(const UiSelection *selection);

/* Appends what is selected, for a title: the name of the item, "all code segments", or the number of items
 * and their names. */
void ui_selection_describe(const UiSelection *selection, const UiView *view, GString *out);

void ui_selection_clear(UiSelection *selection);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(UiSelection, ui_selection_clear)

#endif
