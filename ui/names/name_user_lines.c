/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_user_lines.c: finds the program's lines for inlined library code. A place has a function, a file and a line, but
 * no address. Therefore, the line tables of each object are read once. For each address of a wanted line, the functions
 * that were inlined there are looked up. */
#include "ui/names/name_user_lines.h"

#include <dwarf.h>
#include <string.h>

bool name_user_lines_is_library(const char *path) {
  return g_str_has_prefix(path, "/usr/") || g_str_has_prefix(path, "/rustc/");
}

bool name_user_lines_is_library_object(const char *path) {
  const bool in_folder = g_str_has_prefix(path, "/usr/lib") || g_str_has_prefix(path, "/lib");
  return in_folder && strstr(profile_basename(path), ".so") != NULL; /* programs can be in these folders, too */
}

bool name_user_lines_is_library_segment(const Profile *profile, const ProfileSegment *segment) {
  return name_user_lines_is_library(profile->files[segment->file].path) ||
         name_user_lines_is_library_object(profile->objects[segment->object].path);
}

/* The program's lines for a place. Only the first ones are stored. */
typedef struct {
  NameUserLine lines[NAME_USER_LINES_MOST];
  guint n;
} Found;

typedef struct {
  const Profile *profile;
  NameDebug *debug;
  Found **found;      /* for each place: its lines; NULL: the place is not wanted */
  GHashTable *files;  /* path of a file (plain_path()) -> number of the first file with this path, plus 1 */
  uint32_t *first;    /* indexed by file: number of the first file with the same plain path */
  GHashTable *wanted; /* key of a line (key_of()) -> GArray of numbers of places */
  GHashTable *begins; /* the keys (key_of()) of the first lines of all functions that contain wanted places */
  uint32_t object;    /* number of the current object; the following caches belong to this object */
  NameModule *module;
  GHashTable *paths;     /* address of a unit's path in memory -> number of the file, plus 1 */
  GHashTable *functions; /* address of a function's DIE in memory -> the element of `begins` at which it begins, or
                            NULL */
} Search;

/* Returns the key of a source line. (Lines can have equal keys if a file has more than 2^24 lines.) */
static gpointer key_of(uint32_t file, uint64_t line) { return (gpointer)((uintptr_t)file << 24 ^ (uintptr_t)line); }

/* Returns the path without "." and "..". `folder` is the folder of a relative path; "": unknown. The caller owns the new
 * path. */
static char *plain_path(const char *path, const char *folder) {
  const bool known = g_path_is_absolute(path) || g_path_is_absolute(folder);
  return known ? g_canonicalize_filename(path, g_path_is_absolute(folder) ? folder : "/") : g_strdup(path);
}

/* Returns the number of a file in the profile, plus 1; 0: the profile does not contain the file. The paths in a unit can
 * be relative to the folder in which the compiler ran. */
static guint number_of_file(const Search *search, Dwarf_Die *unit, const char *path) {
  gpointer number;
  if (g_hash_table_lookup_extended(search->paths, path, NULL, &number)) return GPOINTER_TO_UINT(number);
  Dwarf_Attribute attribute;
  const char *folder = dwarf_formstring(dwarf_attr(unit, DW_AT_comp_dir, &attribute));
  g_autofree char *plain = plain_path(path, folder != NULL ? folder : "");
  number = g_hash_table_lookup(search->files, plain);
  g_hash_table_insert(search->paths, (gpointer)path, number);
  return GPOINTER_TO_UINT(number);
}

/* Returns the key of the source line in a row of a unit's line table; NULL: the profile does not contain the source
 * file. */
static gpointer key_of_row(const Search *search, Dwarf_Die *unit, Dwarf_Line *row) {
  int line;
  const char *path = row != NULL ? dwarf_linesrc(row, NULL, NULL) : NULL;
  if (path == NULL || dwarf_lineno(row, &line) != 0 || line <= 0) return NULL;
  const guint number = number_of_file(search, unit, path);
  return number != 0 ? key_of(number - 1, (uint64_t)line) : NULL;
}

/* Returns the function that contains a place. */
static const ProfileSegment *segment_of(const Profile *profile, uint32_t place) {
  return profile_function(profile, profile->places[place].segment);
}

/* Returns whether a place is in a file of a library, and code of the program may be around it. The function that
 * contains the place can also be a template of a library, such as the one that starts a std::thread. If such a template
 * is in an object of the program, the compiler may have inlined a function of the program into it. */
static bool is_wanted(const Profile *profile, uint32_t number) {
  const ProfilePlace *place = &profile->places[number];
  const ProfileSegment *function = segment_of(profile, number);
  return place->line != 0 && name_user_lines_is_library(profile->files[place->file].path) &&
         (!name_user_lines_is_library(profile->files[function->file].path) ||
          !name_user_lines_is_library_object(profile->objects[function->object].path));
}

static gpointer begin_of(const Search *search, const ProfileSegment *segment) {
  return key_of(search->first[segment->file], segment->line);
}

static void want(Search *search, uint32_t number) {
  const ProfilePlace *place = &search->profile->places[number];
  gpointer key = key_of(search->first[place->file], place->line);
  GArray *places = g_hash_table_lookup(search->wanted, key);
  if (places == NULL) {
    places = g_array_new(FALSE, FALSE, sizeof number);
    g_hash_table_insert(search->wanted, key, places);
  }
  g_array_append_val(places, number);
  search->found[number] = g_new0(Found, 1);
  g_hash_table_add(search->begins, begin_of(search, segment_of(search->profile, number)));
}

/* Returns the element of `begins` at which a function begins; NULL: none. (A function can have several ranges of code,
 * in any order.) */
static gpointer begin_of_function(const Search *search, Dwarf_Die *function) {
  gpointer begin = NULL;
  if (g_hash_table_lookup_extended(search->functions, function->addr, NULL, &begin)) return begin;
  Dwarf_Addr base, low, high;
  Dwarf_Die unit;
  for (ptrdiff_t at = 0; begin == NULL && (at = dwarf_ranges(function, at, &base, &low, &high)) > 0;) {
    begin = name_module_unit(search->module, low, &unit) ? key_of_row(search, &unit, dwarf_getsrc_die(&unit, low))
                                                         : NULL;
    if (!g_hash_table_contains(search->begins, begin)) begin = NULL;
  }
  g_hash_table_insert(search->functions, function->addr, begin);
  return begin;
}

/* Returns the nearest source line outside of a library, beginning with the innermost function and going outwards. The
 * line is 0 if there is none. */
static NameUserLine line_among(const Search *search, const GArray *scopes) {
  for (guint i = 0; i + 1 < scopes->len; i++) {
    Dwarf_Die scope = g_array_index(scopes, Dwarf_Die, i);
    Dwarf_Die unit;
    uint64_t line;
    if (!name_scope_is_function(&scope)) continue;
    const char *file = name_scope_call_file(&scope);
    if (*file == '\0' || name_user_lines_is_library(file)) continue;
    const guint number = dwarf_diecu(&scope, &unit, NULL, NULL) != NULL ? number_of_file(search, &unit, file) : 0;
    if (number == 0 || !name_die_number(&scope, DW_AT_call_line, &line)) break;
    return (NameUserLine){.file = number - 1, .line = line};
  }
  return (NameUserLine){0};
}

static void take(Search *search, uint32_t place, NameUserLine line) {
  Found *found = search->found[place];
  for (guint i = 0; i < MIN(found->n, NAME_USER_LINES_MOST); i++)
    if (found->lines[i].file == line.file && found->lines[i].line == line.line) return;
  line.place = place;
  if (found->n < NAME_USER_LINES_MOST) found->lines[found->n] = line;
  found->n++;
}

/* Adds the program's lines for the code at address pc to `places`, which are all places with the source line of this
 * code. */
static void look_at(Search *search, const GArray *places, Dwarf_Addr pc) {
  Dwarf_Die function;
  if (!name_scope_function(search->module, pc, &function)) return;
  const gconstpointer begin = begin_of_function(search, &function);
  NameUserLine line = {0};
  for (guint i = 0; i < places->len && begin != NULL; i++) {
    const uint32_t place = g_array_index(places, uint32_t, i);
    const ProfileSegment *segment = segment_of(search->profile, place);
    if (segment->object != search->object || begin_of(search, segment) != begin) continue;
    if (line.line == 0) {
      GArray *scopes = name_scopes_at(search->module, pc);
      if (scopes == NULL) return;
      line = line_among(search, scopes);
      g_array_unref(scopes);
    }
    if (line.line == 0) return;
    take(search, place, line);
  }
}

static bool walk_unit(Dwarf_Die *unit, void *closure) {
  Search *search = closure;
  Dwarf_Lines *lines;
  size_t n;
  if (dwarf_getsrclines(unit, &lines, &n) != 0) return true;
  for (size_t i = 0; i < n; i++) {
    Dwarf_Line *row = dwarf_onesrcline(lines, i);
    Dwarf_Addr pc;
    gpointer key = key_of_row(search, unit, row);
    const GArray *places = key != NULL ? g_hash_table_lookup(search->wanted, key) : NULL;
    if (places != NULL && dwarf_lineaddr(row, &pc) == 0) look_at(search, places, pc);
  }
  return true;
}

static void walk_object(Search *search, uint32_t object) {
  search->object = object;
  search->module = name_debug_module(search->debug, object);
  if (search->module == NULL) return;
  search->paths = g_hash_table_new(NULL, NULL);
  search->functions = g_hash_table_new(NULL, NULL);
  name_module_each_unit(search->module, walk_unit, search);
  g_hash_table_destroy(search->paths);
  g_hash_table_destroy(search->functions);
}

static void places_free(gpointer places) { g_array_unref(places); }

static void begin(Search *search, const Profile *profile) {
  search->found = g_new0(Found *, MAX(profile->n_places, 1));
  search->wanted = g_hash_table_new_full(NULL, NULL, NULL, places_free);
  search->begins = g_hash_table_new(NULL, NULL);
  search->files = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  search->first = g_new(uint32_t, MAX(profile->n_files, 1));
  for (uint32_t i = 0; i < profile->n_files; i++) {
    g_autofree char *plain = plain_path(profile->files[i].path, "");
    const guint number = GPOINTER_TO_UINT(g_hash_table_lookup(search->files, plain));
    search->first[i] = number != 0 ? number - 1 : i;
    if (number == 0) g_hash_table_insert(search->files, g_steal_pointer(&plain), GUINT_TO_POINTER(i + 1));
  }
}

static gint compare_lines(gconstpointer a, gconstpointer b) {
  const NameUserLine *x = a, *y = b;
  if (x->place != y->place) return x->place < y->place ? -1 : 1;
  if (x->file != y->file) return x->file < y->file ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

/* Ends the search, and returns its results. */
static GArray *end(Search *search) {
  GArray *lines = g_array_new(FALSE, FALSE, sizeof(NameUserLine));
  for (uint32_t i = 0; i < search->profile->n_places; i++) {
    const Found *found = search->found[i];
    if (found != NULL && found->n <= NAME_USER_LINES_MOST) g_array_append_vals(lines, found->lines, found->n);
    g_free(search->found[i]);
  }
  g_array_sort(lines, compare_lines);
  g_free(search->found);
  g_hash_table_destroy(search->wanted);
  g_hash_table_destroy(search->begins);
  g_hash_table_destroy(search->files);
  g_free(search->first);
  return lines;
}

GArray *name_user_lines(const Profile *profile, NameDebug *debug) {
  Search search = {.profile = profile, .debug = debug};
  begin(&search, profile);
  g_autofree bool *objects = g_new0(bool, MAX(profile->n_objects, 1));
  for (uint32_t i = 0; i < profile->n_places; i++) {
    if (!is_wanted(profile, i)) continue;
    want(&search, i);
    objects[segment_of(profile, i)->object] = true;
  }
  for (uint32_t i = 0; i < profile->n_objects; i++)
    if (objects[i]) walk_object(&search, i);
  return end(&search);
}

const NameUserLine *name_user_lines_of(const GArray *lines, uint32_t place, guint *n) {
  const NameUserLine *all = (const NameUserLine *)(const void *)lines->data;
  guint first = 0, last = lines->len;
  while (first < last) {
    const guint middle = first + (last - first) / 2;
    if (all[middle].place < place)
      first = middle + 1;
    else
      last = middle;
  }
  while (last < lines->len && all[last].place == place) last++;
  *n = last - first;
  return all + first;
}
