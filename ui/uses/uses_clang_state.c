/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/uses/uses_clang_state.h"

/* Returns a key that is the same for all declarations of a variable. */
static gpointer key_of(const UsesClangState *state, CXCursor declaration) {
  return (gpointer)state->clang->getCanonicalCursor(declaration).data[0];
}

static bool is_local(const UsesClangState *state, CXCursor declaration) {
  const enum CX_StorageClass storage = state->clang->Cursor_getStorageClass(declaration);
  if (storage == CX_SC_Static || storage == CX_SC_Extern) return false;
  switch (state->clang->getCursorKind(state->clang->getCursorSemanticParent(declaration))) {
    case CXCursor_TranslationUnit:
    case CXCursor_Namespace:
    case CXCursor_LinkageSpec:
    case CXCursor_ClassDecl:
    case CXCursor_StructDecl:
    case CXCursor_UnionDecl:
    case CXCursor_ClassTemplate:
    case CXCursor_ClassTemplatePartialSpecialization: return false;
    default: return true;
  }
}

/* Returns whether the variable is declared in a function. If so, the function is its owner, even if the variable is
 * static. */
static bool is_in_function(const UsesClangState *state, CXCursor declaration) {
  return uses_clang_is_function(state->clang, state->clang->getCursorSemanticParent(declaration));
}

static UsesData describe(UsesClangState *state, CXCursor declaration, UsesKind kind) {
  const UsesClang *clang = state->clang;
  const UsesClangPlace place = uses_clang_place(clang, clang->getCursorLocation(declaration), false);
  bool reference;
  const UsesClangSort sort = uses_clang_sort(clang, clang->getCursorType(declaration), &reference);
  g_autofree char *name = kind == USES_STATIC && !is_in_function(state, declaration)
                              ? uses_clang_name(clang, declaration)
                              : uses_clang_text(clang, clang->getCursorSpelling(declaration));
  g_autofree char *file = uses_clang_text(clang, clang->getFileName(place.file));
  const bool owned = kind != USES_STATIC || is_in_function(state, declaration);
  return (UsesData){.kind = kind,
                    .name = g_string_chunk_insert_const(state->strings, name),
                    .owner = owned ? state->function : "",
                    .file = g_string_chunk_insert_const(state->strings, file),
                    .line = place.line,
                    .scalar = sort == USES_CLANG_SCALAR || sort == USES_CLANG_POINTER || reference};
}

static UsesCell add(UsesClangState *state, CXCursor declaration, const UsesData *data) {
  const UsesCell cell = uses_cell_variable(state->cells, data);
  g_hash_table_insert(state->variables, key_of(state, declaration), GUINT_TO_POINTER(cell + 1));
  return cell;
}

UsesCell uses_clang_variable(UsesClangState *state, CXCursor declaration) {
  const enum CXCursorKind kind = state->clang->getCursorKind(declaration);
  if (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl) return USES_CELL_NONE;
  gpointer known = g_hash_table_lookup(state->variables, key_of(state, declaration));
  if (known != NULL) return GPOINTER_TO_UINT(known) - 1;
  const UsesData data = describe(state, declaration, is_local(state, declaration) ? USES_STACK : USES_STATIC);
  return add(state, declaration, &data);
}

void uses_clang_add_parameter(UsesClangState *state, CXCursor declaration, unsigned number) {
  UsesData data = describe(state, declaration, USES_PARAMETER);
  data.argument = number;
  uses_maker_parameter(state->maker, number, add(state, declaration, &data));
}

void uses_clang_add_self(UsesClangState *state, CXCursor function) {
  const UsesData data = {.kind = USES_PARAMETER,
                         .name = "this",
                         .owner = state->function,
                         .file = state->file,
                         .line = uses_clang_line(state, function),
                         .scalar = true};
  state->self = uses_cell_variable(state->cells, &data);
  uses_maker_parameter(state->maker, 0, state->self);
}

unsigned uses_clang_line(const UsesClangState *state, CXCursor cursor) {
  return uses_clang_place(state->clang, state->clang->getRangeStart(state->clang->getCursorExtent(cursor)), false).line;
}

void uses_clang_note(UsesClangState *state, CXCursor expression, UsesCell cell, bool write) {
  if (cell == USES_CELL_NONE) return;
  const unsigned line = uses_clang_line(state, expression);
  g_autofree char *text = state->clang->getCursorKind(expression) == CXCursor_VarDecl
                              ? uses_clang_text(state->clang, state->clang->getCursorSpelling(expression))
                              : uses_clang_unit_text(state->unit, expression);
  uses_maker_line(state->maker, line);
  uses_maker_access(state->maker, cell, line, text, write, 0);
}
