/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/name_static_names.h"

#include <dwarf.h>
#include <string.h>

#include "ui/names/name_symbol.h"

/* The properties that distinguish a variable from others with the same name. The strings belong to `strings`, or to
 * libdw. */
typedef struct {
  const char *name;     /* name with its namespaces and classes; NULL: the bin is not a variable */
  const char *function; /* function that declares the variable, with namespaces and classes; NULL: none, or unknown */
  const char *file;     /* source file of the declaration; NULL: unknown */
  uint64_t line;        /* source line of the declaration; 0: unknown */
  const char *object;   /* name of the object file without folders; "": unknown */
  uint64_t bytes;       /* 0: unknown */
  bool own;             /* whether the object is the program itself */
  bool external;        /* whether code in other files can refer to the variable; also true if this is unknown */
  bool plain;           /* whether the variable keeps its plain name */
} Variable;

struct NameStaticNames {
  Variable *by_bin;
  GHashTable *full; /* name of level 1 or 0, with which a full name begins -> number of variables with this name */
  GStringChunk *strings;
};

static bool is_variable(const ProfileBin *bin) {
  return strcmp(bin->kind, "static") == 0 || strcmp(bin->kind, "tls") == 0;
}

static const ProfileSegment *find_main(const Profile *profile) {
  for (uint32_t i = 0; i < profile->n_segments; i++)
    if (strcmp(profile->segments[i].name, "main") == 0) return &profile->segments[i];
  return NULL;
}

uint32_t name_static_names_program(const Profile *profile) {
  const char *command = profile->command[0] != NULL ? profile_basename(profile->command[0]) : "";
  for (uint32_t i = 0; i < profile->n_objects; i++)
    if (strcmp(profile_basename(profile->objects[i].path), command) == 0) return i;
  const ProfileSegment *main = find_main(profile);
  return main != NULL ? main->object : profile->n_objects;
}

/* ---- one variable ---- */

/* Returns whether the symbol contains the name. Ignores case, as some languages do. (The check is necessary because two
 * variables can have the same address.) */
static bool is_symbol_of(const char *symbol, const char *name) {
  g_autofree char *lower_symbol = g_ascii_strdown(symbol, -1), *lower_name = g_ascii_strdown(name, -1);
  return strstr(lower_symbol, lower_name) != NULL;
}

/* Returns the name of the function that declares a variable, with its namespaces and classes; NULL: none. */
static const char *function_around(const NameStaticNames *names, NameModule *module, Dwarf_Die *die) {
  Dwarf_Die function;
  if (!name_die_function(module, die, &function)) return NULL;
  const char *name = name_die_name(&function);
  if (name == NULL) return NULL;
  g_autofree char *whole = g_strconcat(name_die_scope(module, &function), name, NULL);
  return g_string_chunk_insert_const(names->strings, whole);
}

static bool is_external(Dwarf_Die *die) {
  Dwarf_Attribute attribute;
  bool external = false;
  return dwarf_formflag(dwarf_attr_integrate(die, DW_AT_external, &attribute), &external) == 0 && external;
}

/* Sets the properties of a variable that the debug information contains. */
static void look_into_debug(const NameStaticNames *names, NameSearchContext *finder, uint32_t bin, Variable *variable) {
  NameModule *module;
  const NameStatic *found = name_debug_static(name_search_context_debug(finder), bin, &module);
  if (found == NULL || found->within != 0) return;
  Dwarf_Die die = found->die;
  const char *name = name_die_name(&die);
  if (name == NULL || !is_symbol_of(name_search_context_profile(finder)->bins[bin].name, name)) return;
  g_autofree char *whole = g_strconcat(name_die_scope(module, &die), name, NULL);
  variable->name = g_string_chunk_insert_const(names->strings, whole);
  if (found->found == NAME_STATIC_COMMON) return;
  variable->function = function_around(names, module, &die);
  variable->external = is_external(&die) || name_language_is_fortran(name_die_language(&die));
  variable->file = dwarf_decl_file(&die);
  name_die_number(&die, DW_AT_decl_line, &variable->line);
}

static void look_at(NameStaticNames *names, const Profile *profile, NameSearchContext *finder, uint32_t program,
                    uint32_t number) {
  const ProfileBin *bin = &profile->bins[number];
  Variable *variable = &names->by_bin[number];
  if (!is_variable(bin) || *bin->name == '\0') return;
  g_autofree char *name = name_symbol_variable(bin->name);
  const ProfileVariable *place = profile_variable(profile, number);
  *variable = (Variable){.name = g_string_chunk_insert_const(names->strings, name), .object = "", .external = true};
  if (place != NULL) {
    variable->object = profile_basename(profile->objects[place->object].path);
    variable->bytes = place->bytes;
    variable->own = place->object == program;
  }
  if (finder != NULL) look_into_debug(names, finder, number, variable);
}

/* ---- names ---- */

/* Returns the end of a path that begins with its last folder, such as "dir/b.c" for "/home/user/dir/b.c". */
static const char *with_folder(const char *path) {
  const char *base = profile_basename(path);
  for (const char *p = base - 1; p > path; p--)
    if (p[-1] == '/') return p;
  return path;
}

static void add_part(GString *parts, const char *part) {
  if (part == NULL || *part == '\0') return;
  g_string_append_printf(parts, "%s%s", parts->len != 0 ? ", " : "", part);
}

/* Returns the text that the name contains in parentheses at this level of detail, from level 1 on. */
static char *parts_of(const Variable *variable, unsigned level) {
  GString *parts = g_string_new(NULL);
  const bool with_file = variable->file != NULL && (level > 1 || (variable->function == NULL && !variable->external));
  g_autofree char *line = g_strdup_printf("line %" G_GUINT64_FORMAT, variable->line);
  g_autofree char *bytes = g_strdup_printf("%" G_GUINT64_FORMAT " B", variable->bytes);
  if (with_file) add_part(parts, level > 3 ? with_folder(variable->file) : profile_basename(variable->file));
  if (level > 2 || (level > 1 && !with_file) || (variable->function == NULL && !with_file))
    add_part(parts, variable->object);
  if (level > 4 && variable->line != 0) add_part(parts, line);
  if (level > 5 && variable->bytes != 0) add_part(parts, bytes);
  return g_string_free(parts, FALSE);
}

static char *name_at(const Variable *variable, unsigned level) {
  enum { LAST_LEVEL = 6 };
  if (level > LAST_LEVEL) return NULL;
  if (level == 0) return g_strdup(variable->name);
  g_autofree char *parts = parts_of(variable, level);
  GString *name = g_string_new(variable->name);
  if (variable->function != NULL) g_string_append_printf(name, " in %s()", variable->function);
  if (*parts != '\0') g_string_append_printf(name, " (%s)", parts);
  return g_string_free(name, FALSE);
}

/* Returns the level of detail with which the variable's full name begins. */
static unsigned full_level(const Variable *variable) {
  return variable->own && variable->external && variable->function == NULL ? 0 : 1;
}

static void count(GHashTable *counts, const char *name) {
  const guint n = GPOINTER_TO_UINT(g_hash_table_lookup(counts, name));
  g_hash_table_insert(counts, g_strdup(name), GUINT_TO_POINTER(n + 1));
}

static bool is_alone(GHashTable *counts, const char *name) {
  return GPOINTER_TO_UINT(g_hash_table_lookup(counts, name)) == 1;
}

/* Decides which variables keep their plain names. Such a name must not change if another file gets a new static
 * variable. */
static void set_plain(NameStaticNames *names, uint32_t n) {
  g_autoptr(GHashTable) own = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_autoptr(GHashTable) shared = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (uint32_t i = 0; i < n; i++) {
    const Variable *variable = &names->by_bin[i];
    if (variable->name == NULL || !variable->own) continue;
    count(own, variable->name);
    if (full_level(variable) == 0) count(shared, variable->name);
  }
  for (uint32_t i = 0; i < n; i++) {
    Variable *variable = &names->by_bin[i];
    if (variable->name == NULL || !variable->own) continue;
    variable->plain = is_alone(own, variable->name) || (full_level(variable) == 0 && is_alone(shared, variable->name));
  }
}

NameStaticNames *name_static_names_new(const Profile *profile, NameSearchContext *finder) {
  NameStaticNames *names = g_new0(NameStaticNames, 1);
  const uint32_t program = name_static_names_program(profile);
  names->by_bin = g_new0(Variable, (gsize)profile->n_bins + 1);
  names->strings = g_string_chunk_new(4096);
  names->full = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (uint32_t i = 0; i < profile->n_bins; i++) {
    const Variable *variable = &names->by_bin[i];
    look_at(names, profile, finder, program, i);
    if (variable->name == NULL) continue;
    g_autofree char *full = name_at(variable, full_level(variable));
    count(names->full, full);
  }
  set_plain(names, profile->n_bins);
  return names;
}

void name_static_names_free(NameStaticNames *names) {
  if (names == NULL) return;
  g_hash_table_destroy(names->full);
  g_string_chunk_free(names->strings);
  g_free(names->by_bin);
  g_free(names);
}

char *name_static_names_get(const NameStaticNames *names, uint32_t bin, unsigned level) {
  const Variable *variable = &names->by_bin[bin];
  return level == 0 || !variable->plain ? name_at(variable, level) : NULL;
}

char *name_static_names_full(const NameStaticNames *names, uint32_t bin) {
  const Variable *variable = &names->by_bin[bin];
  char *full = name_at(variable, full_level(variable));
  if (is_alone(names->full, full)) return full;
  g_free(full);
  return name_at(variable, 4);
}
