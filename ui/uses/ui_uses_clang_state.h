/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_uses_clang_state.h: what is known while the source of a function is read. */
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
  const char *function, *file;                         /* their names */
  UiCell self;                                         /* what `this` is; UI_CELL_NONE: there is none */
  guint32 loop;                                        /* around what is read; UI_USES_NONE: none */
  unsigned depth;                                      /* of expressions and statements in each other */
  void (*visit)(UiClangState *state, CXCursor cursor); /* statements in expressions: those of lambdas */
};

enum { UI_CLANG_DEEPEST = 1000 };

/* The cell of a variable; UI_CELL_NONE: it is none. */
UiCell ui_clang_variable(UiClangState *state, CXCursor declaration);

/* Parameters have numbers: of each, its cell is made. */
void ui_clang_add_parameter(UiClangState *state, CXCursor declaration, unsigned number);

/* The object of a method, as its parameter 0. */
void ui_clang_add_self(UiClangState *state, CXCursor function);

/* The line that a cursor begins in, where its macro is used. */
unsigned ui_clang_line(const UiClangState *state, CXCursor cursor);

/* Notes that an expression reads or writes a cell. */
void ui_clang_note(UiClangState *state, CXCursor expression, UiCell cell, bool write);
