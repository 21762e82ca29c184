/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_cells.h: points-to analysis of a function, with the names of the targets. */
#pragma once

#include "ui/uses/ui_uses.h"

/* A cell is a variable, a heap block, a field of one, or the target of a pointer. */
typedef guint32 UiCell;
enum { UI_CELL_NONE = G_MAXUINT32 };

/* The cells of a function. */
typedef struct UiCellSet UiCellSet;

/* Makes an empty set. The strings of its cells must outlive it. Free it with ui_cell_free(), which accepts NULL. */
UiCellSet *ui_cell_new(void);
void ui_cell_free(UiCellSet *cells);

/* Adds a variable. A parameter has the kind UI_USES_PARAMETER and a number. */
UiCell ui_cell_variable(UiCellSet *cells, const UiUsesData *what);

/* Adds a heap block, allocated in a line of a file (0: unknown). It is named after a pointer to it. */
UiCell ui_cell_block(UiCellSet *cells, const char *file, unsigned line);

/* Returns the cell of a pointer's target; UI_CELL_NONE for UI_CELL_NONE. */
UiCell ui_cell_target(UiCellSet *cells, UiCell pointer);

/* Whether the cell is the target of a pointer (ui_cell_target()). */
bool ui_cell_is_target(UiCellSet *cells, UiCell cell);

/* Returns the cell of a struct's field; UI_CELL_NONE if the struct is UI_CELL_NONE. */
UiCell ui_cell_field(UiCellSet *cells, UiCell around, const char *name);

/* Names a field by its struct's type: "EState.arr2" (UiHolders). Keeps the first name of a field. */
void ui_cell_call_field(UiCellSet *cells, UiCell field, const char *name);

/* Returns the name that ui_cell_call_field() set; "": none. */
const char *ui_cell_field_name(UiCellSet *cells, UiCell cell);

/* Marks the target of a pointer as an array. */
void ui_cell_mark_array(UiCellSet *cells, UiCell target);

/* Records that both cells can be the same data. UI_CELL_NONE is ignored. */
void ui_cell_join(UiCellSet *cells, UiCell a, UiCell b);

/* Records that the pointer can point to `target`. */
void ui_cell_point(UiCellSet *cells, UiCell pointer, UiCell target);

/* Returns the path of a cell in the program: "grid.cells". Owned by the cells. */
const char *ui_cell_path(UiCellSet *cells, UiCell cell);

/* Returns the name of a pointer (UiHolders); "": it has none outside of the function. Owned by the cells. */
const char *ui_cell_name(UiCellSet *cells, UiCell pointer);

/* Calls `each` for every ui_cell_point() whose target is that of another pointer, with the names of both pointers
 * (UiHolders). If several other pointers are possible, calls it for each of them. Call after all joins. */
void ui_cell_copies(UiCellSet *cells, void (*each)(void *closure, const char *to, const char *from), void *closure);

/* Describes a cell for function `owner`. Call after all joins. The cells own the strings. */
UiUsesData ui_cell_describe(UiCellSet *cells, UiCell cell, const char *owner);
