/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_clang_state.h: the state of reading a function's source. */
#pragma once

#include "ui/uses/ui_uses_clang_kinds.h"
#include "ui/uses/ui_uses_maker.h"

typedef struct UiClangState UiClangState;
struct UiClangState {
  const UiClangUnit *unit;
  const UiClang *clang;
  UiCellSet *cells;
  UiUsesMaker *maker;
  GStringChunk *strings;
  GHashTable *variables;                               /* cell + 1, by declaration */
  const char *function, *file;                         /* name of the function, and its file */
  UiCell self;                                         /* the cell of `this`; UI_CELL_NONE: none */
  guint32 loop;                                        /* the current innermost loop; UI_USES_NONE: none */
  unsigned depth;                                      /* nesting depth of the current expression or statement */
  void (*visit)(UiClangState *state, CXCursor cursor); /* reads a statement inside an expression, as in a lambda */
};

enum { UI_CLANG_DEEPEST = 1000 }; /* limit of UiClangState.depth */

/* Returns the cell of a variable or parameter; UI_CELL_NONE: the declaration is no variable. */
UiCell ui_clang_variable(UiClangState *state, CXCursor declaration);

/* Adds the parameter with a number, from 0, and its cell. */
void ui_clang_add_parameter(UiClangState *state, CXCursor declaration, unsigned number);

/* Adds `this` as parameter 0 of a method. */
void ui_clang_add_self(UiClangState *state, CXCursor function);

/* Returns the first line of a cursor; for code from a macro, the line of the macro's use. */
unsigned ui_clang_line(const UiClangState *state, CXCursor cursor);

/* Records a read or write of a cell by an expression. */
void ui_clang_note(UiClangState *state, CXCursor expression, UiCell cell, bool write);
