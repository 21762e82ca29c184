/* ui_user_lines.c: see ui_user_lines.h.
 *
 * A place has no address, but its function, file and line. So the tables of lines of each object are walked once, and
 * at each address that has one of the wanted lines the functions are asked for that are inlined there.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "ui/names/ui_user_lines.h"

#include <dwarf.h>
#include <string.h>

bool ui_user_lines_is_library(const char *path) {
  return g_str_has_prefix(path, "/usr/") || g_str_has_prefix(path, "/rustc/");
}

/* The lines of a place that were found, of which the first are kept. */
typedef struct {
  UiUserLine lines[UI_USER_LINES_MOST];
  guint n;
} Found;

typedef struct {
  const UiProfile *profile;
  UiDebug *debug;
  Found **found;      /* by place; NULL: not wanted */
  GHashTable *wanted; /* GArray of place numbers by "line path" */
  GHashTable *files;  /* number + 1 by path */
  uint32_t object;    /* the one that is walked */
  UiModule *module;
} Search;

static char *key_of(const char *path, uint64_t line) { return g_strdup_printf("%" G_GUINT64_FORMAT " %s", line, path); }

static const UiSegment *segment_of(const UiProfile *profile, uint32_t place) {
  return &profile->segments[profile->places[place].segment];
}

/* Is it a place in a library's file, of a function of the program's own? */
static bool is_wanted(const UiProfile *profile, uint32_t number) {
  const UiPlace *place = &profile->places[number];
  return place->line != 0 && ui_user_lines_is_library(profile->files[place->file].path) &&
         !ui_user_lines_is_library(profile->files[segment_of(profile, number)->file].path);
}

static void want(Search *search, uint32_t number) {
  const UiPlace *place = &search->profile->places[number];
  char *key = key_of(search->profile->files[place->file].path, place->line);
  GArray *places = g_hash_table_lookup(search->wanted, key);
  if (places == NULL) {
    places = g_array_new(FALSE, FALSE, sizeof number);
    g_hash_table_insert(search->wanted, key, places);
  } else {
    g_free(key);
  }
  g_array_append_val(places, number);
  search->found[number] = g_new0(Found, 1);
}

/* Is the code at pc of the segment's first line? */
static bool is_first_line(const Search *search, Dwarf_Addr pc, const UiSegment *segment) {
  Dwarf_Die unit;
  int line;
  Dwarf_Line *row = ui_module_unit(search->module, pc, &unit) ? dwarf_getsrc_die(&unit, pc) : NULL;
  const char *path = row != NULL ? dwarf_linesrc(row, NULL, NULL) : NULL;
  return path != NULL && dwarf_lineno(row, &line) == 0 && line > 0 && (uint64_t)line == segment->line &&
         strcmp(path, search->profile->files[segment->file].path) == 0;
}

/* Does the function begin where the segment does? It may be in several pieces, in any order. */
static bool begins_at(const Search *search, Dwarf_Die *function, const UiSegment *segment) {
  Dwarf_Addr base, low, high;
  bool good = false;
  if (segment->object != search->object) return false;
  for (ptrdiff_t at = 0; !good && (at = dwarf_ranges(function, at, &base, &low, &high)) > 0;)
    good = is_first_line(search, low, segment);
  return good;
}

/* The nearest line that is no library's, of functions from the inside out; line 0: there is none. */
static UiUserLine line_among(const Search *search, const GArray *scopes) {
  for (guint i = 0; i + 1 < scopes->len; i++) {
    Dwarf_Die scope = g_array_index(scopes, Dwarf_Die, i);
    uint64_t line;
    if (!ui_scope_is_function(&scope)) continue;
    const char *file = ui_scope_call_file(&scope);
    if (*file == '\0' || ui_user_lines_is_library(file)) continue;
    const guint number = GPOINTER_TO_UINT(g_hash_table_lookup(search->files, file));
    if (number == 0 || !ui_die_number(&scope, DW_AT_call_line, &line)) break;
    return (UiUserLine){.file = number - 1, .line = line};
  }
  return (UiUserLine){0};
}

static void take(Search *search, uint32_t place, UiUserLine line) {
  Found *found = search->found[place];
  for (guint i = 0; i < MIN(found->n, UI_USER_LINES_MOST); i++)
    if (found->lines[i].file == line.file && found->lines[i].line == line.line) return;
  line.place = place;
  if (found->n < UI_USER_LINES_MOST) found->lines[found->n] = line;
  found->n++;
}

/* The code at pc is of a line that these places have. */
static void look_at(Search *search, const GArray *places, Dwarf_Addr pc) {
  GArray *scopes = ui_scopes_at(search->module, pc);
  if (scopes == NULL) return;
  const UiUserLine found = line_among(search, scopes);
  Dwarf_Die function = g_array_index(scopes, Dwarf_Die, scopes->len - 1);
  for (guint i = 0; i < places->len && found.line != 0; i++) {
    const uint32_t place = g_array_index(places, uint32_t, i);
    if (begins_at(search, &function, segment_of(search->profile, place))) take(search, place, found);
  }
  g_array_unref(scopes);
}

static bool walk_unit(Dwarf_Die *unit, void *closure) {
  Search *search = closure;
  Dwarf_Lines *lines;
  size_t n;
  if (dwarf_getsrclines(unit, &lines, &n) != 0) return true;
  for (size_t i = 0; i < n; i++) {
    Dwarf_Line *row = dwarf_onesrcline(lines, i);
    int line;
    Dwarf_Addr pc;
    const char *path = dwarf_linesrc(row, NULL, NULL);
    if (path == NULL || !ui_user_lines_is_library(path) || dwarf_lineno(row, &line) != 0 || line <= 0) continue;
    g_autofree char *key = key_of(path, (uint64_t)line);
    const GArray *places = g_hash_table_lookup(search->wanted, key);
    if (places != NULL && dwarf_lineaddr(row, &pc) == 0) look_at(search, places, pc);
  }
  return true;
}

static void walk_object(Search *search, uint32_t object) {
  search->object = object;
  search->module = ui_debug_module(search->debug, object);
  if (search->module != NULL) ui_module_each_unit(search->module, walk_unit, search);
}

static void places_free(gpointer places) { g_array_unref(places); }

static void begin(Search *search, const UiProfile *profile) {
  search->found = g_new0(Found *, MAX(profile->n_places, 1));
  search->wanted = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, places_free);
  search->files = g_hash_table_new(g_str_hash, g_str_equal);
  for (uint32_t i = 0; i < profile->n_files; i++)
    g_hash_table_insert(search->files, (gpointer)profile->files[i].path, GUINT_TO_POINTER(i + 1));
}

static gint compare_lines(gconstpointer a, gconstpointer b) {
  const UiUserLine *x = a, *y = b;
  if (x->place != y->place) return x->place < y->place ? -1 : 1;
  if (x->file != y->file) return x->file < y->file ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

/* What was found; ends the search. */
static GArray *end(Search *search) {
  GArray *lines = g_array_new(FALSE, FALSE, sizeof(UiUserLine));
  for (uint32_t i = 0; i < search->profile->n_places; i++) {
    const Found *found = search->found[i];
    if (found != NULL && found->n <= UI_USER_LINES_MOST) g_array_append_vals(lines, found->lines, found->n);
    g_free(search->found[i]);
  }
  g_array_sort(lines, compare_lines);
  g_free(search->found);
  g_hash_table_destroy(search->wanted);
  g_hash_table_destroy(search->files);
  return lines;
}

GArray *ui_user_lines(const UiProfile *profile, UiDebug *debug) {
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

const UiUserLine *ui_user_lines_of(const GArray *lines, uint32_t place, guint *n) {
  const UiUserLine *all = (const UiUserLine *)(const void *)lines->data;
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
