/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_clang_state.h: the state while the source of a function is read. */
#pragma once

#include "ui/uses/uses_clang_kinds.h"
#include "ui/uses/uses_maker.h"

typedef struct UsesClangState UsesClangState;
struct UsesClangState {
  const UsesClangUnit *unit;
  const UsesClang *clang;
  UsesCellSet *cells;
  UsesMaker *maker;
  GStringChunk *strings;
  GHashTable *variables;       /* maps the declaration of a variable to its cell + 1 */
  const char *function, *file; /* name of the function; name of its file */
  /* the cell of `this`; USES_CELL_NONE: the function has no `this` */
  UsesCell self;
  /* number of the innermost loop that contains the current statement; USES_NONE: no loop does */
  guint32 loop;
  unsigned depth; /* nesting depth of the current expression or statement */
  /* reads a statement that is inside an expression, as in a lambda */
  void (*visit)(UsesClangState *state, CXCursor cursor);
};

enum { USES_CLANG_DEEPEST = 1000 }; /* maximum value of UsesClangState.depth */

/* Returns the cell of a variable or parameter, or USES_CELL_NONE if the declaration is not of a variable. */
UsesCell uses_clang_variable(UsesClangState *state, CXCursor declaration);

/* Adds a parameter and its cell. `number`: the number of the parameter, from 0. */
void uses_clang_add_parameter(UsesClangState *state, CXCursor declaration, unsigned number);

/* Adds `this` as parameter 0 of a method. */
void uses_clang_add_self(UsesClangState *state, CXCursor function);

/* Returns the first line of a cursor. For code from a macro, this is the line in which the macro is used. */
unsigned uses_clang_line(const UsesClangState *state, CXCursor cursor);

/* Records that an expression reads or writes a cell. */
void uses_clang_note(UsesClangState *state, CXCursor expression, UsesCell cell, bool write);
