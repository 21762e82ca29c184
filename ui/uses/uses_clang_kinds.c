/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/uses/uses_clang_kinds.h"

#include <string.h>

enum { DEEPEST = 200 };

/* Returns whether one of the words is the name of a library class. Namespaces and template arguments of the class are
 * ignored. */
static bool is_called(const char *spelling, const char *const *words) {
  const size_t length = strcspn(spelling, "<");
  g_autofree char *plain = g_strndup(spelling, length);
  const char *last = strrchr(plain, ':');
  for (; *words != NULL; words++)
    if (strcmp(last != NULL ? last + 1 : plain, *words) == 0) return true;
  return false;
}

static UsesClangSort sort_of_record(const UsesClang *clang, CXType type) {
  static const char *const containers[] = {"vector",
                                           "deque",
                                           "list",
                                           "forward_list",
                                           "basic_string",
                                           "map",
                                           "multimap",
                                           "set",
                                           "multiset",
                                           "unordered_map",
                                           "unordered_multimap",
                                           "unordered_set",
                                           "unordered_multiset",
                                           "valarray",
                                           NULL};
  static const char *const pointers[] = {"unique_ptr",        "shared_ptr",        "weak_ptr",         "span",
                                         "basic_string_view", "__normal_iterator", "reverse_iterator", NULL};
  g_autofree char *whole = uses_clang_text(clang, clang->getTypeSpelling(type));
  const char *name = g_str_has_prefix(whole, "const ") ? whole + strlen("const ") : whole;
  if (!g_str_has_prefix(name, "std::") && !g_str_has_prefix(name, "__gnu_cxx::")) return USES_CLANG_RECORD;
  g_autofree char *plain = g_strndup(name, strcspn(name, "<"));
  if (is_called(plain, pointers) || strstr(plain, "terator") != NULL) return USES_CLANG_ITERATOR;
  return is_called(plain, containers) ? USES_CLANG_CONTAINER : USES_CLANG_RECORD;
}

UsesClangSort uses_clang_sort(const UsesClang *clang, CXType type, bool *reference) {
  CXType plain = clang->getCanonicalType(type);
  const bool refers = plain.kind == CXType_LValueReference || plain.kind == CXType_RValueReference;
  if (refers) plain = clang->getCanonicalType(clang->getPointeeType(plain));
  if (reference != NULL) *reference = refers;
  switch (plain.kind) {
    case CXType_Pointer: return USES_CLANG_POINTER;
    case CXType_ConstantArray:
    case CXType_IncompleteArray:
    case CXType_VariableArray:
    case CXType_DependentSizedArray: return USES_CLANG_ARRAY;
    case CXType_Record: return sort_of_record(clang, plain);
    case CXType_Invalid:
    case CXType_Unexposed:
    case CXType_Dependent:
    case CXType_Void:
    case CXType_FunctionProto:
    case CXType_FunctionNoProto: return USES_CLANG_OTHER;
    default: return USES_CLANG_SCALAR;
  }
}

static bool is_shell(enum CXCursorKind kind) {
  switch (kind) {
    case CXCursor_UnexposedExpr:
    case CXCursor_ParenExpr:
    case CXCursor_CStyleCastExpr:
    case CXCursor_CXXStaticCastExpr:
    case CXCursor_CXXDynamicCastExpr:
    case CXCursor_CXXReinterpretCastExpr:
    case CXCursor_CXXConstCastExpr:
    case CXCursor_CXXFunctionalCastExpr: return true;
    default: return false;
  }
}

CXCursor uses_clang_peel(const UsesClang *clang, CXCursor expression) {
  for (unsigned i = 0; i < DEEPEST && is_shell(clang->getCursorKind(expression)); i++) {
    GArray *children = uses_clang_children(clang, expression, true);
    const bool one = children->len == 1;
    if (one) expression = g_array_index(children, CXCursor, 0);
    g_array_unref(children);
    if (!one) break;
  }
  return expression;
}

/* Returns whether the token before a place in the source is "=", and not a part of ==, !=, <= or >=. */
static bool behind_equals(const UsesClangUnit *unit, UsesClangPlace place) {
  size_t n;
  const char *bytes = uses_clang_unit_bytes(unit, place, &n);
  if (bytes == NULL || place.offset > n) return false;
  size_t at = place.offset;
  while (at > 0 && g_ascii_isspace(bytes[at - 1])) at--;
  return at >= 2 && bytes[at - 1] == '=' && strchr("=!<>", bytes[at - 2]) == NULL;
}

/* Reads the operator from the source, because libclang reports operators only since LLVM 17. */
bool uses_clang_is_assignment(const UsesClangUnit *unit, CXCursor left, CXCursor right) {
  const UsesClang *clang = uses_clang_unit_api(unit);
  const CXSourceLocation start = clang->getRangeStart(clang->getCursorExtent(right));
  const UsesClangPlace end = uses_clang_place(clang, clang->getRangeEnd(clang->getCursorExtent(left)), false);
  const UsesClangPlace used = uses_clang_place(clang, start, false);
  if (behind_equals(unit, uses_clang_place(clang, start, true)) || behind_equals(unit, used)) return true;
  /* There can be a comment between the operator and the right operand. */
  size_t n;
  const char *bytes = uses_clang_unit_bytes(unit, end, &n);
  if (bytes == NULL || end.file != used.file || end.offset >= used.offset || used.offset > n) return false;
  const char *at = bytes + end.offset;
  while (at < bytes + used.offset && (g_ascii_isspace(*at) || *at == ')')) at++;
  return at[0] == '=' && at + 1 < bytes + used.offset && at[1] != '=';
}

char uses_clang_unary(const UsesClangUnit *unit, CXCursor expression, CXCursor operand) {
  const UsesClang *clang = uses_clang_unit_api(unit);
  const UsesClangPlace at = uses_clang_place(clang, clang->getRangeStart(clang->getCursorExtent(expression)), true);
  const UsesClangPlace in = uses_clang_place(clang, clang->getRangeStart(clang->getCursorExtent(operand)), true);
  size_t n;
  const char *bytes = uses_clang_unit_bytes(unit, at, &n);
  if (bytes == NULL || at.offset + 1 >= n) return 0;
  /* in x++, the operator follows the operand; no other unary operator does */
  if (at.file == in.file && at.offset == in.offset) return '+';
  const char first = bytes[at.offset], second = bytes[at.offset + 1];
  if (first == '*' || (first == '&' && second != '&')) return first;
  return (first == '+' || first == '-') && second == first ? first : 0;
}

bool uses_clang_is_method(const UsesClang *clang, CXCursor function) {
  switch (clang->getCursorKind(function)) {
    case CXCursor_Constructor:
    case CXCursor_Destructor:
    case CXCursor_ConversionFunction: return true;
    case CXCursor_CXXMethod: return !clang->CXXMethod_isStatic(function);
    case CXCursor_FunctionTemplate: {
      const enum CXCursorKind around = clang->getCursorKind(clang->getCursorSemanticParent(function));
      const bool in_class = around == CXCursor_ClassDecl || around == CXCursor_StructDecl ||
                            around == CXCursor_ClassTemplate || around == CXCursor_ClassTemplatePartialSpecialization;
      return in_class && !clang->CXXMethod_isStatic(function);
    }
    default: return false;
  }
}

char *uses_clang_name(const UsesClang *clang, CXCursor declaration) {
  GString *name = g_string_new(NULL);
  CXCursor at = declaration;
  for (unsigned i = 0; i < DEEPEST; i++) {
    g_autofree char *own = uses_clang_text(clang, clang->getCursorSpelling(at));
    if (*own != '\0' && strchr(own, '(') == NULL) {
      if (name->len > 0) g_string_prepend(name, "::");
      g_string_prepend(name, own);
    }
    at = clang->getCursorSemanticParent(at);
    const enum CXCursorKind kind = clang->getCursorKind(at);
    if (kind != CXCursor_Namespace && kind != CXCursor_ClassDecl && kind != CXCursor_StructDecl &&
        kind != CXCursor_ClassTemplate)
      break;
  }
  return g_string_free(name, FALSE);
}

char *uses_clang_record(const UsesClang *clang, CXCursor record) {
  static const char *const keywords[] = {"struct ", "union ", "class "};
  g_autofree char *name = uses_clang_text(clang, clang->getTypeSpelling(clang->getCursorType(record)));
  const char *plain = name;
  for (size_t i = 0; i < G_N_ELEMENTS(keywords); i++)
    if (g_str_has_prefix(name, keywords[i])) plain = name + strlen(keywords[i]);
  /* names such as "(unnamed struct at a.c:3:1)" or "(anonymous union ...)" */
  return *plain == '\0' || strchr(plain, '(') != NULL ? NULL : g_strdup(plain);
}
