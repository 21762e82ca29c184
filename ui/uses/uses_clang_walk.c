/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_clang_walk.c: visits the statements of a function. */
#include "ui/uses/uses_clang_walk.h"

#include "ui/uses/uses_clang_expression.h"

static void visit(UsesClangState *state, CXCursor cursor);

static void visit_from(UsesClangState *state, CXCursor cursor, guint first) {
  GArray *children = uses_clang_children(state->clang, cursor, false);
  for (guint i = first; i < children->len; i++) visit(state, g_array_index(children, CXCursor, i));
  g_array_unref(children);
}

/* Visits a range-based for loop: its variable, its range and its body. In C++20, an init-statement can come before
 * them. */
static void visit_range(UsesClangState *state, CXCursor loop) {
  const UsesClang *clang = state->clang;
  GArray *children = uses_clang_children(clang, loop, false);
  CXCursor variable = clang->getNullCursor();
  for (guint i = 0; i < children->len; i++) {
    const CXCursor child = g_array_index(children, CXCursor, i);
    const enum CXCursorKind kind = clang->getCursorKind(child);
    if (kind == CXCursor_VarDecl)
      variable = child;
    else if (clang->isExpression(kind) && !clang->Cursor_isNull(variable) && i + 1 < children->len)
      uses_clang_range(state, child, variable);
    else
      visit(state, child);
  }
  g_array_unref(children);
}

static void visit_loop(UsesClangState *state, CXCursor cursor, enum CXCursorKind kind) {
  const CXSourceRange extent = state->clang->getCursorExtent(cursor);
  const guint32 around = state->loop;
  const unsigned last = uses_clang_place(state->clang, state->clang->getRangeEnd(extent), false).line;
  const unsigned first = uses_clang_line(state, cursor);
  state->loop = uses_maker_loop(state->maker, first, last, around);
  uses_maker_line(state->maker, first);
  if (kind == CXCursor_CXXForRangeStmt)
    visit_range(state, cursor);
  else
    visit_from(state, cursor, 0);
  state->loop = around;
}

/* Visits an expression statement. The statement `(void)x` does not read x. */
static void visit_expression(UsesClangState *state, CXCursor cursor, enum CXCursorKind kind) {
  const bool nothing = kind == CXCursor_CStyleCastExpr && state->clang->getCursorType(cursor).kind == CXType_Void;
  uses_maker_line(state->maker, uses_clang_line(state, cursor));
  uses_clang_add_expression(state, cursor, nothing ? USES_CLANG_ADDRESS : USES_CLANG_READ);
}

static void visit_statement(UsesClangState *state, CXCursor cursor, enum CXCursorKind kind) {
  switch (kind) {
    case CXCursor_ForStmt:
    case CXCursor_WhileStmt:
    case CXCursor_DoStmt:
    case CXCursor_CXXForRangeStmt: visit_loop(state, cursor, kind); break;
    case CXCursor_CaseStmt: visit_from(state, cursor, 1); break;
    case CXCursor_CompoundStmt:
    case CXCursor_DeclStmt:
    case CXCursor_DefaultStmt:
    case CXCursor_LabelStmt: visit_from(state, cursor, 0); break;
    case CXCursor_NullStmt: break;
    default: uses_maker_line(state->maker, uses_clang_line(state, cursor)); visit_from(state, cursor, 0);
  }
}

static void visit(UsesClangState *state, CXCursor cursor) {
  const enum CXCursorKind kind = state->clang->getCursorKind(cursor);
  if (state->depth == USES_CLANG_DEEPEST) return;
  state->depth++;
  if (state->clang->isExpression(kind))
    visit_expression(state, cursor, kind);
  else if (kind == CXCursor_VarDecl)
    uses_clang_declaration(state, cursor);
  else if (kind >= CXCursor_FirstStmt && kind <= CXCursor_LastStmt)
    visit_statement(state, cursor, kind);
  state->depth--;
}

/* Visits a function: its parameters, the member initializers if it is a constructor, and its body. */
static void visit_function(UsesClangState *state, CXCursor function) {
  const UsesClang *clang = state->clang;
  GArray *children = uses_clang_children(clang, function, false);
  CXCursor field = clang->getNullCursor();
  unsigned number = 0;
  if (uses_clang_is_method(clang, function)) {
    uses_clang_add_self(state, function);
    number = 1;
  }
  for (guint i = 0; i < children->len; i++) {
    const CXCursor child = g_array_index(children, CXCursor, i);
    const enum CXCursorKind kind = clang->getCursorKind(child);
    if (kind == CXCursor_ParmDecl)
      uses_clang_add_parameter(state, child, number++);
    else if (clang->isExpression(kind) && !clang->Cursor_isNull(field))
      uses_clang_field(state, field, child);
    else
      visit(state, child);
    field = kind == CXCursor_MemberRef ? child : clang->getNullCursor();
  }
  g_array_unref(children);
}

UsesFunction *uses_clang_walk_function(const UsesClangUnit *unit, const UsesClangFunction *function, const char *file) {
  const UsesClang *clang = uses_clang_unit_api(unit);
  g_autofree char *name = uses_clang_text(clang, clang->getCursorSpelling(function->cursor));
  UsesClangState state = {.unit = unit,
                          .clang = clang,
                          .cells = uses_cell_new(),
                          .strings = g_string_chunk_new(1024),
                          .variables = g_hash_table_new(NULL, NULL),
                          .function = name,
                          .file = file,
                          .self = USES_CELL_NONE,
                          .loop = USES_NONE,
                          .visit = visit};
  state.maker = uses_maker_new(state.cells, USES_BY_SOURCE, name, file, function->first, function->last);
  visit_function(&state, function->cursor);
  uses_maker_copies(state.maker);
  UsesFunction *uses = uses_maker_finish(state.maker);
  g_hash_table_destroy(state.variables);
  g_string_chunk_free(state.strings);
  uses_cell_free(state.cells);
  return uses;
}
