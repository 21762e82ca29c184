/* ui_uses_cells.h: what the pointers of a function may point to, and what that is called.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_USES_CELLS_H
#define UI_USES_CELLS_H

#include "ui/uses/ui_uses.h"

/* A cell is a variable, a block, a field of one, or what a pointer points to. */
typedef guint32 UiCell;
enum { UI_CELL_NONE = G_MAXUINT32 };

/* The cells of a function. */
typedef struct UiCellSet UiCellSet;

/* Strings that cells are made with must outlive them. Free it with ui_cell_free(). */
UiCellSet *ui_cell_new(void);
void ui_cell_free(UiCellSet *cells);

/* A variable. A parameter is one of kind UI_USES_PARAMETER, with its number. */
UiCell ui_cell_variable(UiCellSet *cells, const UiUsesData *what);

/* A block that a call in that line made: of no name, until a pointer to it gives it one. Line 0: where is not known. */
UiCell ui_cell_block(UiCellSet *cells, const char *file, unsigned line);

/* What the pointer points to. */
UiCell ui_cell_target(UiCellSet *cells, UiCell pointer);

/* Is it what a pointer points to (ui_cell_target())? */
bool ui_cell_is_target(UiCellSet *cells, UiCell cell);

/* The field of a struct. */
UiCell ui_cell_field(UiCellSet *cells, UiCell around, const char *name);

/* What the field is called by its struct's type: "EState.arr2" (UiHolders). The first name that it gets stays. */
void ui_cell_call_field(UiCellSet *cells, UiCell field, const char *name);

/* That name; "": none. */
const char *ui_cell_field_name(UiCellSet *cells, UiCell cell);

/* What a pointer points to is an array. */
void ui_cell_mark_array(UiCellSet *cells, UiCell target);

/* Both may be the same data. UI_CELL_NONE is the same as nothing. */
void ui_cell_join(UiCellSet *cells, UiCell a, UiCell b);

/* The pointer may point to `target`. */
void ui_cell_point(UiCellSet *cells, UiCell pointer, UiCell target);

/* What the program calls a cell: "grid.cells". It belongs to the cells. */
const char *ui_cell_path(UiCellSet *cells, UiCell cell);

/* What a pointer is called (UiHolders); "": it has no name that others know. It belongs to the cells. */
const char *ui_cell_name(UiCellSet *cells, UiCell pointer);

/* Calls `each` for every ui_cell_point() at what another pointer points to, with both pointers' names (UiHolders), when
 * no more will be joined. Where it is not known which of several pointers that was: for each of these. */
void ui_cell_copies(UiCellSet *cells, void (*each)(void *closure, const char *to, const char *from), void *closure);

/* What the cell is, as function `owner` sees it, when no more will be joined. Strings belong to the cells. */
UiUsesData ui_cell_describe(UiCellSet *cells, UiCell cell, const char *owner);

#endif
