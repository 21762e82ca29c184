/* SPDX-License-Identifier: GPL-2.0-or-later
 * uses_by_source.c: parses a compilation unit when one of its functions is first needed. It caches only the last few
 * units, because a large unit takes several hundred megabytes. It caches all functions that were read. */
#include "ui/uses/uses_by_source.h"

#include <dwarf.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "ui/uses/uses_clang_walk.h"
#include "ui/uses/uses_flags.h"
#include "ui/uses/uses_maker.h"

enum { MOST_UNITS = 8 };

typedef struct {
  gpointer key;          /* Dwarf_Die.addr of the unit */
  UsesClangUnit *parsed; /* parsed unit; NULL: the unit cannot be parsed */
} Parsed;

struct UsesBySource {
  char *commands;
  GPtrArray *notes;
  const UsesClang *clang;
  bool looked;           /* whether libclang was already searched for */
  GHashTable *databases; /* maps a folder to its CXCompilationDatabase, or to NULL */
  GArray *units;         /* cached units (Parsed), the least recently used one first */
  GHashTable *bad;       /* set of Dwarf_Die.addr of the units that cannot be parsed */
  GHashTable *places;    /* maps a unit, file and line to a UsesFunction, or to NULL */
  GHashTable *functions; /* maps a unit, file and first line to a UsesFunction */
};

static void free_function(gpointer function) { uses_function_free(function); }

UsesBySource *uses_by_source_new(const char *commands, GPtrArray *notes) {
  UsesBySource *source = g_new0(UsesBySource, 1);
  source->commands = commands != NULL ? g_canonicalize_filename(commands, NULL)
                                      : NULL; /* to restore the working directory, which libclang changes */
  source->notes = notes;
  source->databases = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  source->units = g_array_new(FALSE, FALSE, sizeof(Parsed));
  source->bad = g_hash_table_new(NULL, NULL);
  source->places = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  source->functions = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, free_function);
  return source;
}

void uses_by_source_free(UsesBySource *source) {
  GHashTableIter at;
  gpointer database;
  if (source == NULL) return;
  g_hash_table_iter_init(&at, source->databases);
  while (g_hash_table_iter_next(&at, NULL, &database))
    if (database != NULL) source->clang->CompilationDatabase_dispose(database);
  for (guint i = 0; i < source->units->len; i++) uses_clang_unit_free(g_array_index(source->units, Parsed, i).parsed);
  g_hash_table_destroy(source->databases);
  g_array_unref(source->units);
  g_hash_table_destroy(source->bad);
  g_hash_table_destroy(source->places);
  g_hash_table_destroy(source->functions);
  g_free(source->commands);
  g_free(source);
}

/* ---- flags ---- */

/* Reads a compilation database. Suppresses the messages of libclang on standard error; errors are reported as notes. */
static CXCompilationDatabase read_database(const UsesBySource *source, const char *folder) {
  CXCompilationDatabase_Error error = CXCompilationDatabase_NoError;
  const int kept = dup(STDERR_FILENO), null = open("/dev/null", O_WRONLY | O_CLOEXEC);
  if (kept >= 0 && null >= 0) dup2(null, STDERR_FILENO);
  CXCompilationDatabase database = source->clang->CompilationDatabase_fromDirectory(folder, &error);
  if (kept >= 0 && null >= 0) dup2(kept, STDERR_FILENO);
  if (kept >= 0) close(kept);
  if (null >= 0) close(null);
  return error == CXCompilationDatabase_NoError ? database : NULL;
}

/* Returns the compilation database of a folder, or NULL if it is missing or unreadable. must: whether to add a note if
 * it is missing. */
static CXCompilationDatabase database_in(UsesBySource *source, const char *folder, bool must) {
  gpointer known = NULL;
  if (g_hash_table_lookup_extended(source->databases, folder, NULL, &known)) return known;
  g_autofree char *file = g_build_filename(folder, "compile_commands.json", NULL);
  const bool is_there = g_file_test(file, G_FILE_TEST_IS_REGULAR);
  if (is_there) known = read_database(source, folder);
  if (known == NULL && (is_there || must))
    g_ptr_array_add(source->notes,
                    is_there ? g_strdup_printf("%s cannot be read", file) : g_strdup_printf("there is no %s", file));
  g_hash_table_insert(source->databases, g_strdup(folder), known);
  return known;
}

static GPtrArray *flags_of_command(const UsesBySource *source, CXCompileCommand command) {
  const UsesClang *clang = source->clang;
  GPtrArray *words = g_ptr_array_new_with_free_func(g_free);
  for (unsigned i = 1; i < clang->CompileCommand_getNumArgs(command); i++)
    g_ptr_array_add(words, uses_clang_text(clang, clang->CompileCommand_getArg(command, i)));
  g_ptr_array_add(words, NULL);
  GPtrArray *flags = uses_flags_pick((char **)words->pdata);
  g_autofree char *folder = uses_clang_text(clang, clang->CompileCommand_getDirectory(command));
  g_ptr_array_add(flags, g_strdup_printf("-working-directory=%s", folder));
  g_ptr_array_unref(words);
  return flags;
}

static GPtrArray *flags_of_database(const UsesBySource *source, CXCompilationDatabase database, const char *file) {
  const UsesClang *clang = source->clang;
  GPtrArray *flags = NULL;
  CXCompileCommands commands = clang->CompilationDatabase_getCompileCommands(database, file);
  if (commands != NULL && clang->CompileCommands_getSize(commands) > 0)
    flags = flags_of_command(source, clang->CompileCommands_getCommand(commands, 0));
  if (commands != NULL) clang->CompileCommands_dispose(commands);
  return flags;
}

/* Returns the compiler flags of a file from the nearest compile_commands.json that contains the file. It is searched
 * for in a folder and its parent folders. Returns NULL if there is none. */
static GPtrArray *flags_above(UsesBySource *source, const char *start, const char *file) {
  g_autofree char *folder = g_strdup(start);
  for (;;) {
    CXCompilationDatabase database = database_in(source, folder, false);
    GPtrArray *flags = database != NULL ? flags_of_database(source, database, file) : NULL;
    if (flags != NULL || strcmp(folder, "/") == 0 || strcmp(folder, ".") == 0) return flags;
    char *above = g_path_get_dirname(folder);
    g_free(folder);
    folder = above;
  }
}

/* Returns the folder of the compile_commands.json that the user gave, or NULL if none was given. The caller frees the
 * path. */
static char *named_folder(const UsesBySource *source) {
  if (source->commands == NULL) return NULL;
  return g_file_test(source->commands, G_FILE_TEST_IS_DIR) ? g_strdup(source->commands)
                                                           : g_path_get_dirname(source->commands);
}

static GPtrArray *find_flags(UsesBySource *source, const char *object, Dwarf_Die *unit, const char *file) {
  g_autofree char *named = named_folder(source);
  GPtrArray *flags = NULL;
  if (named != NULL) {
    CXCompilationDatabase database = database_in(source, named, true);
    if (database != NULL) flags = flags_of_database(source, database, file);
  } else {
    g_autofree char *beside = g_path_get_dirname(file), *program = g_path_get_dirname(object);
    flags = flags_above(source, beside, file);
    if (flags == NULL) flags = flags_above(source, program, file);
  }
  return flags != NULL ? flags : uses_flags_of_unit(unit);
}

/* ---- units ---- */

/* Returns the reason why a file cannot be the source of the object, or NULL if it can be. */
static const char *problem_of(const char *file, const char *object) {
  struct stat of_file, of_object;
  if (stat(file, &of_file) != 0) return "is not there";
  if (!S_ISREG(of_file.st_mode)) return "is no file";
  return stat(object, &of_object) == 0 && of_file.st_mtime > of_object.st_mtime ? "is newer than the program" : NULL;
}

static UsesClangUnit *parse(UsesBySource *source, const char *object, Dwarf_Die *unit) {
  g_autofree char *file = uses_flags_source(unit);
  if (file == NULL) return NULL;
  const char *problem = problem_of(file, object);
  UsesClangUnit *parsed = NULL;
  if (problem == NULL) {
    GPtrArray *flags = find_flags(source, object, unit, file);
    parsed = uses_clang_unit_new(source->clang, file, flags);
    g_ptr_array_unref(flags);
    if (parsed == NULL) problem = "cannot be parsed";
  }
  if (problem != NULL)
    g_ptr_array_add(source->notes, g_strdup_printf("%s %s: its machine code is read in its place", file, problem));
  else if (uses_clang_unit_error(parsed) != NULL)
    g_ptr_array_add(source->notes, g_strdup_printf("%s; of functions with errors the machine code is read",
                                                   uses_clang_unit_error(parsed)));
  return parsed;
}

static UsesClangUnit *unit_of(UsesBySource *source, const char *object, Dwarf_Die *unit) {
  if (g_hash_table_contains(source->bad, unit->addr)) return NULL;
  for (guint i = 0; i < source->units->len; i++) {
    const Parsed one = g_array_index(source->units, Parsed, i);
    if (one.key != unit->addr) continue;
    g_array_remove_index(source->units, i);
    g_array_append_val(source->units, one);
    return one.parsed;
  }
  const Parsed one = {unit->addr, parse(source, object, unit)};
  if (one.parsed == NULL) {
    g_hash_table_add(source->bad, unit->addr);
    return NULL;
  }
  if (source->units->len == MOST_UNITS) {
    uses_clang_unit_free(g_array_index(source->units, Parsed, 0).parsed);
    g_array_remove_index(source->units, 0);
  }
  g_array_append_val(source->units, one);
  return one.parsed;
}

static const UsesFunction *read_function(UsesBySource *source, const char *object, Dwarf_Die *unit, const char *file,
                                         unsigned line) {
  UsesClangUnit *parsed = unit_of(source, object, unit);
  g_autofree char *path = uses_flags_path(unit, file); /* some versions of libdw return relative paths */
  const UsesClangFunction *found = parsed != NULL ? uses_clang_unit_function(parsed, path, line) : NULL;
  if (found == NULL || !found->sound || problem_of(path, object) != NULL) return NULL;
  char *key = g_strdup_printf("%p %u %s", unit->addr, found->first, file);
  UsesFunction *function = g_hash_table_lookup(source->functions, key);
  if (function != NULL) {
    g_free(key);
    return function;
  }
  function = uses_clang_walk_function(parsed, found, file);
  g_hash_table_insert(source->functions, key, function);
  return function;
}

const UsesFunction *uses_by_source_function(UsesBySource *source, const char *object, Dwarf_Die *unit, const char *file,
                                            unsigned line) {
  const char *problem = NULL;
  gpointer known = NULL;
  const int language = dwarf_srclang(unit);
  if (name_language_is_fortran(language) || name_language_is_rust(language)) return NULL;
  if (!source->looked) {
    source->clang = uses_clang_api(&problem);
    source->looked = true;
    if (source->clang == NULL) g_ptr_array_add(source->notes, g_strdup(problem));
  }
  if (source->clang == NULL) return NULL;
  char *key = g_strdup_printf("%p %u %s", unit->addr, line, file);
  if (g_hash_table_lookup_extended(source->places, key, NULL, &known)) {
    g_free(key);
    return known;
  }
  const UsesFunction *function = read_function(source, object, unit, file, line);
  g_hash_table_insert(source->places, key, (gpointer)function);
  return function;
}
