/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_cells.h: points-to analysis of a function, with the names of the targets. */
#pragma once

#include "ui/uses/uses.h"

/* A cell is a variable, a heap block, a field of one, or the target of a pointer. */
typedef guint32 UsesCell;
enum { USES_CELL_NONE = G_MAXUINT32 };

/* The cells of a function. */
typedef struct UsesCellSet UsesCellSet;

/* Makes an empty set. The strings of its cells must outlive it. Free it with uses_cell_free(), which accepts NULL. */
UsesCellSet *uses_cell_new(void);
void uses_cell_free(UsesCellSet *cells);

/* Adds a variable. A parameter has the kind USES_PARAMETER and a number. */
UsesCell uses_cell_variable(UsesCellSet *cells, const UsesData *what);

/* Adds a heap block, allocated in a line of a file (0: unknown). It is named after a pointer to it. */
UsesCell uses_cell_block(UsesCellSet *cells, const char *file, unsigned line);

/* Returns the cell of a pointer's target; USES_CELL_NONE for USES_CELL_NONE. */
UsesCell uses_cell_target(UsesCellSet *cells, UsesCell pointer);

/* Returns whether the cell is the target of a pointer (uses_cell_target()). */
bool uses_cell_is_target(UsesCellSet *cells, UsesCell cell);

/* Returns the cell of a struct's field; USES_CELL_NONE if the struct is USES_CELL_NONE. */
UsesCell uses_cell_field(UsesCellSet *cells, UsesCell around, const char *name);

/* Names a field by its struct's type: "EState.arr2" (NamePointers). Keeps the first name of a field. */
void uses_cell_call_field(UsesCellSet *cells, UsesCell field, const char *name);

/* Returns the name that uses_cell_call_field() set; "": none. */
const char *uses_cell_field_name(UsesCellSet *cells, UsesCell cell);

/* Marks the target of a pointer as an array. */
void uses_cell_mark_array(UsesCellSet *cells, UsesCell target);

/* Records that both cells can be the same data. USES_CELL_NONE is ignored. */
void uses_cell_join(UsesCellSet *cells, UsesCell a, UsesCell b);

/* Records that the pointer can point to `target`. */
void uses_cell_point(UsesCellSet *cells, UsesCell pointer, UsesCell target);

/* Returns the path of a cell in the program: "grid.cells". Owned by the cells. */
const char *uses_cell_path(UsesCellSet *cells, UsesCell cell);

/* Returns the name of a pointer (NamePointers); "": it has none outside of the function. Owned by the cells. */
const char *uses_cell_name(UsesCellSet *cells, UsesCell pointer);

/* Calls `each` for every uses_cell_point() whose target is that of another pointer, with the names of both pointers
 * (NamePointers). If several other pointers are possible, calls it for each of them. Call after all joins. */
void uses_cell_copies(UsesCellSet *cells, void (*each)(void *closure, const char *to, const char *from), void *closure);

/* Describes a cell for function `owner`. Call after all joins. The cells own the strings. */
UsesData uses_cell_describe(UsesCellSet *cells, UsesCell cell, const char *owner);
