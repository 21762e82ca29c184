/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/uses/ui_uses_clang_state.h"

/* Returns a key that all declarations of one variable share. */
static gpointer key_of(const UiClangState *state, CXCursor declaration) {
  return (gpointer)state->clang->getCanonicalCursor(declaration).data[0];
}

static bool is_local(const UiClangState *state, CXCursor declaration) {
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

/* Whether the variable is declared in a function. Then the function owns it even if it is static. */
static bool is_in_function(const UiClangState *state, CXCursor declaration) {
  return ui_clang_is_function(state->clang, state->clang->getCursorSemanticParent(declaration));
}

static UiUsesData describe(UiClangState *state, CXCursor declaration, UiUsesKind kind) {
  const UiClang *clang = state->clang;
  const UiClangPlace place = ui_clang_place(clang, clang->getCursorLocation(declaration), false);
  bool reference;
  const UiClangSort sort = ui_clang_sort(clang, clang->getCursorType(declaration), &reference);
  g_autofree char *name = kind == UI_USES_STATIC && !is_in_function(state, declaration)
                              ? ui_clang_name(clang, declaration)
                              : ui_clang_text(clang, clang->getCursorSpelling(declaration));
  g_autofree char *file = ui_clang_text(clang, clang->getFileName(place.file));
  const bool owned = kind != UI_USES_STATIC || is_in_function(state, declaration);
  return (UiUsesData){.kind = kind,
                      .name = g_string_chunk_insert_const(state->strings, name),
                      .owner = owned ? state->function : "",
                      .file = g_string_chunk_insert_const(state->strings, file),
                      .line = place.line,
                      .scalar = sort == UI_CLANG_SCALAR || sort == UI_CLANG_POINTER || reference};
}

static UiCell add(UiClangState *state, CXCursor declaration, const UiUsesData *data) {
  const UiCell cell = ui_cell_variable(state->cells, data);
  g_hash_table_insert(state->variables, key_of(state, declaration), GUINT_TO_POINTER(cell + 1));
  return cell;
}

UiCell ui_clang_variable(UiClangState *state, CXCursor declaration) {
  const enum CXCursorKind kind = state->clang->getCursorKind(declaration);
  if (kind != CXCursor_VarDecl && kind != CXCursor_ParmDecl) return UI_CELL_NONE;
  gpointer known = g_hash_table_lookup(state->variables, key_of(state, declaration));
  if (known != NULL) return GPOINTER_TO_UINT(known) - 1;
  const UiUsesData data = describe(state, declaration, is_local(state, declaration) ? UI_USES_STACK : UI_USES_STATIC);
  return add(state, declaration, &data);
}

void ui_clang_add_parameter(UiClangState *state, CXCursor declaration, unsigned number) {
  UiUsesData data = describe(state, declaration, UI_USES_PARAMETER);
  data.argument = number;
  ui_uses_maker_parameter(state->maker, number, add(state, declaration, &data));
}

void ui_clang_add_self(UiClangState *state, CXCursor function) {
  const UiUsesData data = {.kind = UI_USES_PARAMETER,
                           .name = "this",
                           .owner = state->function,
                           .file = state->file,
                           .line = ui_clang_line(state, function),
                           .scalar = true};
  state->self = ui_cell_variable(state->cells, &data);
  ui_uses_maker_parameter(state->maker, 0, state->self);
}

unsigned ui_clang_line(const UiClangState *state, CXCursor cursor) {
  return ui_clang_place(state->clang, state->clang->getRangeStart(state->clang->getCursorExtent(cursor)), false).line;
}

void ui_clang_note(UiClangState *state, CXCursor expression, UiCell cell, bool write) {
  if (cell == UI_CELL_NONE) return;
  const unsigned line = ui_clang_line(state, expression);
  g_autofree char *text = state->clang->getCursorKind(expression) == CXCursor_VarDecl
                              ? ui_clang_text(state->clang, state->clang->getCursorSpelling(expression))
                              : ui_clang_unit_text(state->unit, expression);
  ui_uses_maker_line(state->maker, line);
  ui_uses_maker_access(state->maker, cell, line, text, write, 0);
}
