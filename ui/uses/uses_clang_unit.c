/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/uses/uses_clang_unit.h"

#include <stdlib.h>
#include <string.h>

#include "ui/base/ui_stack.h"

enum { LONGEST_TEXT = 100 };

/* The size in bytes of the stack on which libclang parses: at the first attempt, and at the last one. */
static const size_t MOST_STACK = (size_t)1 << 30, LEAST_STACK = (size_t)1 << 24;

struct UsesClangUnit {
  const UsesClang *clang;
  CXIndex index;
  CXTranslationUnit parsed;
  GHashTable *files; /* maps the real path of a file to a GArray of UsesClangFunction */
  GHashTable *paths; /* maps a path to the real path */
  char *error;
};

/* Returns the real path of a file, or `path` if there is no such file. Caches the result, since the same file can have
 * several paths. The unit owns the result. */
static const char *real_path(UsesClangUnit *unit, const char *path) {
  char *known = g_hash_table_lookup(unit->paths, path);
  if (known != NULL) return known;
  char *real = realpath(path, NULL);
  known = g_strdup(real != NULL ? real : path);
  free(real);
  g_hash_table_insert(unit->paths, g_strdup(path), known);
  return known;
}

static GArray *functions_of(UsesClangUnit *unit, CXFile file) {
  g_autofree char *name = uses_clang_text(unit->clang, unit->clang->getFileName(file));
  const char *path = real_path(unit, name);
  GArray *functions = g_hash_table_lookup(unit->files, path);
  if (functions == NULL) {
    functions = g_array_new(FALSE, FALSE, sizeof(UsesClangFunction));
    g_hash_table_insert(unit->files, g_strdup(path), functions);
  }
  return functions;
}

static void add_function(UsesClangUnit *unit, CXCursor cursor) {
  const UsesClang *clang = unit->clang;
  const CXSourceRange extent = clang->getCursorExtent(cursor);
  const UsesClangPlace first = uses_clang_place(clang, clang->getRangeStart(extent), false);
  const UsesClangPlace last = uses_clang_place(clang, clang->getRangeEnd(extent), false);
  const UsesClangFunction function = {cursor, first.line, last.line, true};
  if (first.file != NULL && last.file == first.file) g_array_append_val(functions_of(unit, first.file), function);
}

static bool holds_functions(enum CXCursorKind kind) {
  switch (kind) {
    case CXCursor_Namespace:
    case CXCursor_StructDecl:
    case CXCursor_ClassDecl:
    case CXCursor_UnionDecl:
    case CXCursor_ClassTemplate:
    case CXCursor_ClassTemplatePartialSpecialization:
    case CXCursor_LinkageSpec:
    case CXCursor_UnexposedDecl: return true;
    default: return false;
  }
}

static enum CXChildVisitResult list_function(CXCursor cursor, CXCursor parent, CXClientData data) {
  (void)parent;
  UsesClangUnit *unit = data;
  const enum CXCursorKind kind = unit->clang->getCursorKind(cursor);
  if (uses_clang_is_function(unit->clang, cursor) && unit->clang->isCursorDefinition(cursor))
    add_function(unit, cursor);
  return holds_functions(kind) ? CXChildVisit_Recurse : CXChildVisit_Continue;
}

static void note_error(UsesClangUnit *unit, CXDiagnostic diagnostic) {
  const UsesClang *clang = unit->clang;
  const UsesClangPlace place = uses_clang_place(clang, clang->getDiagnosticLocation(diagnostic), false);
  g_autofree char *text = uses_clang_text(clang, clang->getDiagnosticSpelling(diagnostic));
  g_autofree char *file = uses_clang_text(clang, clang->getFileName(place.file));
  if (unit->error == NULL) unit->error = g_strdup_printf("%s:%u: %s", file, place.line, text);
  if (place.file == NULL) return;
  GArray *functions = functions_of(unit, place.file);
  for (guint i = 0; i < functions->len; i++) {
    UsesClangFunction *one = &g_array_index(functions, UsesClangFunction, i);
    if (place.line >= one->first && place.line <= one->last) one->sound = false;
  }
}

static void note_errors(UsesClangUnit *unit) {
  const UsesClang *clang = unit->clang;
  for (unsigned i = 0; i < clang->getNumDiagnostics(unit->parsed); i++) {
    CXDiagnostic diagnostic = clang->getDiagnostic(unit->parsed, i);
    if (clang->getDiagnosticSeverity(diagnostic) >= CXDiagnostic_Error) note_error(unit, diagnostic);
    clang->disposeDiagnostic(diagnostic);
  }
}

static void free_array(gpointer array) { g_array_unref(array); }

/* The arguments and the result of a call of parseTranslationUnit2(). */
typedef struct {
  UsesClangUnit *unit;
  const char *source;
  const GPtrArray *flags;
  enum CXErrorCode code;
} Parse;

/* Sets LIBCLANG_NOTHREADS. Otherwise, libclang parses on its own thread, which has a stack of 8 MB. */
static void parse(void *closure) {
  static const char no_threads[] = "LIBCLANG_NOTHREADS";
  Parse *one = closure;
  const bool is_set = g_getenv(no_threads) != NULL;
  if (!is_set) g_setenv(no_threads, "1", TRUE);
  one->code = one->unit->clang->parseTranslationUnit2(one->unit->index, one->source,
                                                      (const char *const *)one->flags->pdata, (int)one->flags->len,
                                                      NULL, 0, CXTranslationUnit_KeepGoing, &one->unit->parsed);
  if (!is_set) g_unsetenv(no_threads);
}

/* Parses with a large stack, because libclang's parser recurses for each operator of an expression and for each `else
 * if`, and generated sources contain tens of thousands of them. Returns whether the source could be parsed. */
static bool parse_with_stack(UsesClangUnit *unit, const char *source, const GPtrArray *flags) {
  Parse one = {.unit = unit, .source = source, .flags = flags, .code = CXError_Failure};
  bool done = false;
  for (size_t size = MOST_STACK; size >= LEAST_STACK && !done; size /= 4) done = ui_stack_call(size, parse, &one);
  return done && one.code == CXError_Success && unit->parsed != NULL;
}

UsesClangUnit *uses_clang_unit_new(const UsesClang *clang, const char *source, const GPtrArray *flags) {
  UsesClangUnit *unit = g_new0(UsesClangUnit, 1);
  unit->clang = clang;
  unit->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_array);
  unit->paths = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  unit->index = clang->createIndex(0, 0);
  /* suppresses warnings, since the compiler has already reported them; does not stop after a number of errors */
  GPtrArray *all = g_ptr_array_new();
  for (guint i = 0; i < flags->len; i++) g_ptr_array_add(all, g_ptr_array_index(flags, i));
  if (uses_clang_resources() != NULL) g_ptr_array_add(all, (gpointer)uses_clang_resources());
  g_ptr_array_add(all, (gpointer) "-w");
  g_ptr_array_add(all, (gpointer) "-ferror-limit=0");
  const bool good = parse_with_stack(unit, source, all);
  g_ptr_array_unref(all);
  if (!good) {
    uses_clang_unit_free(unit);
    return NULL;
  }
  clang->visitChildren(clang->getTranslationUnitCursor(unit->parsed), list_function, unit);
  note_errors(unit);
  return unit;
}

void uses_clang_unit_free(UsesClangUnit *unit) {
  if (unit == NULL) return;
  if (unit->parsed != NULL) unit->clang->disposeTranslationUnit(unit->parsed);
  unit->clang->disposeIndex(unit->index);
  g_hash_table_destroy(unit->files);
  g_hash_table_destroy(unit->paths);
  g_free(unit->error);
  g_free(unit);
}

const UsesClangFunction *uses_clang_unit_function(UsesClangUnit *unit, const char *file, unsigned line) {
  const GArray *functions = g_hash_table_lookup(unit->files, real_path(unit, file));
  const UsesClangFunction *best = NULL;
  for (guint i = 0; functions != NULL && i < functions->len; i++) {
    const UsesClangFunction *one = &g_array_index(functions, UsesClangFunction, i);
    if (line >= one->first && line <= one->last && (best == NULL || one->first >= best->first)) best = one;
  }
  return best;
}

const char *uses_clang_unit_error(const UsesClangUnit *unit) { return unit->error; }

const UsesClang *uses_clang_unit_api(const UsesClangUnit *unit) { return unit->clang; }

const char *uses_clang_unit_bytes(const UsesClangUnit *unit, UsesClangPlace place, size_t *n) {
  *n = 0;
  return place.file != NULL ? unit->clang->getFileContents(unit->parsed, place.file, n) : NULL;
}

/* Returns the end of the comment that begins at `at`, or `at` if no comment begins there. */
static const char *behind_comment(const char *at, const char *end) {
  if (end - at < 2 || at[0] != '/' || (at[1] != '*' && at[1] != '/')) return at;
  const char *stop = at[1] == '*' ? "*/" : "\n";
  const char *found = g_strstr_len(at + 2, end - at - 2, stop);
  return found != NULL ? found + strlen(stop) : end;
}

char *uses_clang_unit_text(const UsesClangUnit *unit, CXCursor cursor) {
  const UsesClang *clang = unit->clang;
  const CXSourceRange extent = clang->getCursorExtent(cursor);
  const UsesClangPlace first = uses_clang_place(clang, clang->getRangeStart(extent), false);
  const UsesClangPlace last = uses_clang_place(clang, clang->getRangeEnd(extent), false);
  GString *text = g_string_new(NULL);
  size_t n;
  const char *bytes = uses_clang_unit_bytes(unit, first, &n);
  if (bytes == NULL || first.file != last.file || first.offset > last.offset || last.offset > n)
    return g_string_free(text, FALSE);
  const char *end = bytes + last.offset;
  for (const char *at = bytes + first.offset; at < end && text->len < LONGEST_TEXT;) {
    const char *behind = behind_comment(at, end);
    if (behind == at && !g_ascii_isspace(*at)) g_string_append_c(text, *at);
    at = behind == at ? at + 1 : behind;
  }
  return g_string_free(text, FALSE);
}
