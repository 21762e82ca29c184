/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_cells.h: performs a points-to analysis of a function, and names the targets of pointers. */
#pragma once

#include "ui/uses/uses.h"

/* A cell stands for a variable, a heap block, a field of one of them, or the target of a pointer. */
typedef guint32 UsesCell;
enum { USES_CELL_NONE = G_MAXUINT32 };

/* The cells of a function. */
typedef struct UsesCellSet UsesCellSet;

/* Makes an empty set of cells. The strings that are passed to the functions below must outlive the set. Free it with
 * uses_cell_free(), which accepts NULL. */
UsesCellSet *uses_cell_new(void);
void uses_cell_free(UsesCellSet *cells);

/* Adds a variable. A parameter has the kind USES_PARAMETER and the number of the argument. */
UsesCell uses_cell_variable(UsesCellSet *cells, const UsesData *what);

/* Adds a heap block that was allocated in a line (0: unknown) of a file. The block is named after a pointer to it. */
UsesCell uses_cell_block(UsesCellSet *cells, const char *file, unsigned line);

/* Returns the cell of a pointer's target. Returns USES_CELL_NONE if the pointer is USES_CELL_NONE. */
UsesCell uses_cell_target(UsesCellSet *cells, UsesCell pointer);

/* Returns whether the cell is the target of a pointer (uses_cell_target()). */
bool uses_cell_is_target(UsesCellSet *cells, UsesCell cell);

/* Returns the cell of a field of a struct. Returns USES_CELL_NONE if the struct is USES_CELL_NONE. */
UsesCell uses_cell_field(UsesCellSet *cells, UsesCell around, const char *name);

/* Names a field after the type of its struct: "EState.arr2" (NamePointers). If the field already has a name, keeps
 * it. */
void uses_cell_call_field(UsesCellSet *cells, UsesCell field, const char *name);

/* Returns the name that uses_cell_call_field() set, or "" if there is none. */
const char *uses_cell_field_name(UsesCellSet *cells, UsesCell cell);

/* Records that the target of a pointer is an array. */
void uses_cell_mark_array(UsesCellSet *cells, UsesCell target);

/* Joins two cells, because they can be the same data. If one of them is USES_CELL_NONE, does nothing. */
void uses_cell_join(UsesCellSet *cells, UsesCell a, UsesCell b);

/* Records that a pointer can point to `target`. */
void uses_cell_point(UsesCellSet *cells, UsesCell pointer, UsesCell target);

/* Returns the path by which the program refers to a cell: "grid.cells". The set owns the text. */
const char *uses_cell_path(UsesCellSet *cells, UsesCell cell);

/* Returns the name of a pointer (NamePointers), or "" if it has no name outside of the function. The set owns the
 * text. */
const char *uses_cell_name(UsesCellSet *cells, UsesCell pointer);

/* Finds copies of addresses: calls of uses_cell_point() whose target is also the target of another pointer. For each
 * copy, calls `each` with the names of both pointers (NamePointers). If several other pointers are possible, calls
 * `each` for each of them. Call this function after all joins. */
void uses_cell_copies(UsesCellSet *cells, void (*each)(void *closure, const char *to, const char *from), void *closure);

/* Describes a cell for the function `owner`. Call this function after all joins. The set owns the strings. */
UsesData uses_cell_describe(UsesCellSet *cells, UsesCell cell, const char *owner);
