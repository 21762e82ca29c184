/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_maker.h: builds the uses of a function. */
#pragma once

#include "ui/uses/uses_cells.h"

typedef struct UsesMaker UsesMaker;

/* Begins to build a function without uses. The cells must outlive the maker. */
UsesMaker *uses_maker_new(UsesCellSet *cells, UsesWay way, const char *name, const char *file, unsigned first,
                          unsigned last);

/* Adds an access. Accesses with equal texts in the same line count once. cell: the accessed data; USES_CELL_NONE:
 * unknown. */
void uses_maker_access(UsesMaker *maker, UsesCell cell, unsigned line, const char *text, bool write, guint64 address);

/* Adds an access to a slot of the frame in which there is no variable (UsesAccess.spilled). */
void uses_maker_spilled(UsesMaker *maker, UsesCell cell, unsigned line, bool write, guint64 address);

/* Adds a loop, and returns its number. Enclosing loops must be added before inner ones. */
guint32 uses_maker_loop(UsesMaker *maker, unsigned first, unsigned last, guint32 around);

/* Adds a line with code. */
void uses_maker_line(UsesMaker *maker, unsigned line);

/* Adds a call with the targets of its arguments. by_pointer: whether `callee` is a pointer to the function. */
void uses_maker_call(UsesMaker *maker, unsigned line, const char *callee, bool by_pointer, const UsesCell *arguments,
                     guint n);

/* Adds a parameter. `number`: the number of the parameter, from 0. */
void uses_maker_parameter(UsesMaker *maker, unsigned number, UsesCell cell);

/* Adds all copies of addresses between the cells. Call it after all joins. If several functions share the cells, call
 * it for only one of them. */
void uses_maker_copies(UsesMaker *maker);

/* Describes all cells, frees the maker, and returns the function. The caller frees the function with
 * uses_function_free(). */
UsesFunction *uses_maker_finish(UsesMaker *maker);
void uses_function_free(UsesFunction *function); /* accepts NULL */
