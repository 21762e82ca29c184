/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_cells.h: points-to analysis of a function, with the names of the targets. */
#pragma once

#include "ui/uses/ui_uses.h"

/* A cell is a variable, a heap block, a field of one, or the target of a pointer. */
typedef guint32 UiCell;
enum { UI_CELL_NONE = G_MAXUINT32 };

/* The cells of a function. */
typedef struct UiCellSet UiCellSet;

/* The strings of cells must outlive the result. Free it with ui_cell_free(). */
UiCellSet *ui_cell_new(void);
void ui_cell_free(UiCellSet *cells);

/* Adds a variable. A parameter has the kind UI_USES_PARAMETER and a number. */
UiCell ui_cell_variable(UiCellSet *cells, const UiUsesData *what);

/* Adds the block of an allocation in a line (0: unknown). A pointer to it gives it a name. */
UiCell ui_cell_block(UiCellSet *cells, const char *file, unsigned line);

/* The target of a pointer. */
UiCell ui_cell_target(UiCellSet *cells, UiCell pointer);

/* Whether the cell is the target of a pointer (ui_cell_target()). */
bool ui_cell_is_target(UiCellSet *cells, UiCell cell);

/* A field of a struct. */
UiCell ui_cell_field(UiCellSet *cells, UiCell around, const char *name);

/* Names a field by its struct's type: "EState.arr2" (UiHolders). The first name stays. */
void ui_cell_call_field(UiCellSet *cells, UiCell field, const char *name);

/* That name; "": none. */
const char *ui_cell_field_name(UiCellSet *cells, UiCell cell);

/* Marks the target of a pointer as an array. */
void ui_cell_mark_array(UiCellSet *cells, UiCell target);

/* Records that both cells can be the same data. UI_CELL_NONE is ignored. */
void ui_cell_join(UiCellSet *cells, UiCell a, UiCell b);

/* Records that the pointer can point to `target`. */
void ui_cell_point(UiCellSet *cells, UiCell pointer, UiCell target);

/* The path of a cell in the program: "grid.cells". Owned by the cells. */
const char *ui_cell_path(UiCellSet *cells, UiCell cell);

/* The name of a pointer (UiHolders); "": none outside of the function. Owned by the cells. */
const char *ui_cell_name(UiCellSet *cells, UiCell pointer);

/* Calls `each` for every ui_cell_point() to the target of another pointer, with both pointers' names (UiHolders); if
 * several pointers are possible, for each. Call after all joins. */
void ui_cell_copies(UiCellSet *cells, void (*each)(void *closure, const char *to, const char *from), void *closure);

/* Describes a cell for function `owner`. Call after all joins. The cells own the strings. */
UiUsesData ui_cell_describe(UiCellSet *cells, UiCell cell, const char *owner);
