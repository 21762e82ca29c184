/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/uses/uses_clang.h"

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

static UsesClang functions;
static const char *why = "";
static char *resources; /* the option -resource-dir; NULL: libclang finds its headers itself */

/* Loads libclang from the path that configure found, or else by its name from the search path of the loader. */
static void *load(void) {
  static const char *const names[] = {LIBCLANG_FILE, LIBCLANG_NAME};
  for (size_t i = 0; i < G_N_ELEMENTS(names); i++) {
    void *library = dlopen(names[i], RTLD_NOW | RTLD_LOCAL);
    if (library != NULL) return library;
  }
  why = "libclang (" LIBCLANG_NAME ") cannot be loaded: machine code is read in place of sources";
  return NULL;
}

/* Returns the option that names the folder of libclang's own headers. libclang expects them next to its library, but
 * Debian has moved them. Returns NULL if the folder is not found. */
static char *find_resources(void) {
  static const char *const folders[] = {"clang", "../clang"};
  Dl_info about;
  unsigned version;
  if (sscanf(LIBCLANG_NAME, "libclang-%u", &version) != 1 || dladdr((void *)functions.createIndex, &about) == 0)
    return NULL;
  char *library = realpath(about.dli_fname, NULL), *found = NULL;
  if (library == NULL) return NULL;
  g_autofree char *folder = g_path_get_dirname(library), *number = g_strdup_printf("%u", version);
  for (size_t i = 0; i < G_N_ELEMENTS(folders) && found == NULL; i++) {
    g_autofree char *path = g_build_filename(folder, folders[i], number, NULL);
    g_autofree char *header = g_build_filename(path, "include", "stddef.h", NULL);
    if (g_file_test(header, G_FILE_TEST_EXISTS)) found = g_strconcat("-resource-dir=", path, NULL);
  }
  free(library);
  return found;
}

static gpointer find_functions(gpointer nothing) {
  (void)nothing;
  void *library = load();
  if (library == NULL) return NULL;
  static const struct {
    const char *name;
    gpointer *function;
  } all[] = {
#define CLANG(name) {"clang_" #name, (gpointer *)(void *)&functions.name},
#include "ui/uses/uses_clang.def"
#undef CLANG
  };
  for (size_t i = 0; i < G_N_ELEMENTS(all); i++) {
    *all[i].function = dlsym(library, all[i].name);
    if (*all[i].function != NULL) continue;
    why = "libclang (" LIBCLANG_NAME ") lacks functions that it should have: machine code is read in place of sources";
    return NULL;
  }
  resources = find_resources();
  return &functions;
}

const UsesClang *uses_clang_api(const char **problem) {
  static GOnce once = G_ONCE_INIT;
  const UsesClang *clang = g_once(&once, find_functions, NULL);
  if (clang == NULL) *problem = why;
  return clang;
}

const char *uses_clang_resources(void) { return resources; }

char *uses_clang_text(const UsesClang *clang, CXString string) {
  char *text = g_strdup(clang->getCString(string));
  clang->disposeString(string);
  return text != NULL ? text : g_strdup("");
}

UsesClangPlace uses_clang_place(const UsesClang *clang, CXSourceLocation location, bool spelled) {
  UsesClangPlace place = {NULL, 0, 0};
  (spelled ? clang->getSpellingLocation : clang->getFileLocation)(location, &place.file, &place.line, NULL,
                                                                  &place.offset);
  return place;
}

bool uses_clang_is_function(const UsesClang *clang, CXCursor cursor) {
  switch (clang->getCursorKind(cursor)) {
    case CXCursor_FunctionDecl:
    case CXCursor_CXXMethod:
    case CXCursor_Constructor:
    case CXCursor_Destructor:
    case CXCursor_ConversionFunction:
    case CXCursor_FunctionTemplate: return true;
    default: return false;
  }
}

typedef struct {
  const UsesClang *clang;
  GArray *children;
  bool expressions;
} Collection;

static enum CXChildVisitResult collect(CXCursor cursor, CXCursor parent, CXClientData data) {
  (void)parent;
  const Collection *collection = data;
  const enum CXCursorKind kind = collection->clang->getCursorKind(cursor);
  if (!collection->expressions || collection->clang->isExpression(kind))
    g_array_append_val(collection->children, cursor);
  return CXChildVisit_Continue;
}

GArray *uses_clang_children(const UsesClang *clang, CXCursor cursor, bool expressions) {
  Collection collection = {clang, g_array_new(FALSE, FALSE, sizeof(CXCursor)), expressions};
  clang->visitChildren(cursor, collect, &collection);
  return collection.children;
}
