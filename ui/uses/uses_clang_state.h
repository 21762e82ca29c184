/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_clang_state.h: the state of reading a function's source. */
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
  GHashTable *variables;                                 /* cell + 1, by declaration */
  const char *function, *file;                           /* name of the function, and its file */
  UsesCell self;                                         /* the cell of `this`; USES_CELL_NONE: none */
  guint32 loop;                                          /* the current innermost loop; USES_NONE: none */
  unsigned depth;                                        /* nesting depth of the current expression or statement */
  void (*visit)(UsesClangState *state, CXCursor cursor); /* reads a statement inside an expression, as in a lambda */
};

enum { USES_CLANG_DEEPEST = 1000 }; /* limit of UsesClangState.depth */

/* Returns the cell of a variable or parameter; USES_CELL_NONE: the declaration is no variable. */
UsesCell uses_clang_variable(UsesClangState *state, CXCursor declaration);

/* Adds the parameter with a number, from 0, and its cell. */
void uses_clang_add_parameter(UsesClangState *state, CXCursor declaration, unsigned number);

/* Adds `this` as parameter 0 of a method. */
void uses_clang_add_self(UsesClangState *state, CXCursor function);

/* Returns the first line of a cursor; for code from a macro, the line of the macro's use. */
unsigned uses_clang_line(const UsesClangState *state, CXCursor cursor);

/* Records a read or write of a cell by an expression. */
void uses_clang_note(UsesClangState *state, CXCursor expression, UsesCell cell, bool write);
