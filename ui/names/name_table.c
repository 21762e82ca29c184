/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/name_table.h"

#include <stdio.h>
#include <string.h>

#include "ui/base/ui_progress.h"
#include "ui/base/ui_text.h"
#include "ui/names/name_bin_types.h"
#include "ui/names/name_kept_names.h"
#include "ui/names/name_of_bin.h"
#include "ui/names/name_receiver.h"
#include "ui/names/name_recursion.h"
#include "ui/names/name_search.h"
#include "ui/names/name_static_names.h"
#include "ui/names/name_symbol.h"
#include "ui/names/name_user_calls.h"

struct NameTable {
  const Profile *profile;
  NameDebug *debug; /* reader of debug information; NULL: debug information is not used */
  NameSearchContext *finder;
  NameBinTypes *types;
  NameSlots *slots;
  NameStaticNames *variables;
  NameKeptNames
      *kept; /* the names that the profile contains; NULL: it contains none, or they are not used. If it is not NULL,
                the members above are NULL */
  ViewLabels labels[VIEW_AXES];
  char **holders;      /* indexed by bin: a list in the format of NamePointers.seen; NULL: not computed yet, or it is in
                          `kept` */
  GHashTable *calls;   /* place -> NameUserCall, for each place that was looked up; without lines: the place has no
                          call */
  GArray **user_lines; /* the one element is an array of NameUserLine; NULL: this array is not computed yet */
};

/* The type of a function that returns the name of record number `number` at a level of detail. Level 0 has the shortest
 * name. Returns NULL after the last level. The caller owns the name. */
typedef char *NameAtLevel(const NameTable *names, uint32_t number, unsigned level);

/* Returns whether the bin is a static or thread-local variable, or the part of a section without variables. */
static bool is_variable(const Profile *profile, uint32_t number) {
  const ProfileBin *bin = &profile->bins[number];
  return *bin->name != '\0' && (strcmp(bin->kind, "static") == 0 || strcmp(bin->kind, "tls") == 0);
}

static char *bin_name(const NameTable *names, uint32_t number, unsigned level) {
  if (is_variable(names->profile, number)) return name_static_names_get(names->variables, number, level);
  if (name_slots_get(names->slots, number) != NULL)
    return level == 0 ? name_slots_name(names->slots, names->profile, number) : NULL;
  return name_of_bin_short(names->finder, names->profile, number, level);
}

/* Returns the name of an inlined function. From level 1 on, the name also contains the function into which it was
 * inlined. */
static char *inlined_name(const Profile *profile, const ProfileSegment *segment, unsigned level) {
  const char *container = profile->segments[segment->inlined_in - 1].name;
  const char *object = profile_basename(profile->objects[segment->object].path);
  const char *file = profile_basename(profile->files[segment->file].path);
  switch (level) {
    case 0: return g_strdup_printf("%s (inlined)", segment->name);
    case 1: return g_strdup_printf("%s (inlined in %s)", segment->name, container);
    case 2:
      return g_strdup_printf("%s (inlined in %s) (%s:%" G_GUINT64_FORMAT ")", segment->name, container, file,
                             segment->line);
    case 3:
      return g_strdup_printf("%s (inlined in %s) (%s:%" G_GUINT64_FORMAT ", %s)", segment->name, container, file,
                             segment->line, object);
    default: return NULL;
  }
}

static char *segment_name(const NameTable *names, uint32_t number, unsigned level) {
  const Profile *profile = names->profile;
  const ProfileSegment *segment = &profile->segments[number];
  if (segment->inlined_in != 0) return inlined_name(profile, segment, level);
  const char *file = profile->files[segment->file].path;
  const char *object = profile_basename(profile->objects[segment->object].path);
  switch (level) {
    case 0:
      /* A segment in another object can have the same name. */
      if (name_symbol_is_missing(profile, segment)) return g_strdup_printf("%s (%s)", segment->name, object);
      return g_strdup(segment->name);
    case 1:
      if (*file == '\0') return g_strdup_printf("%s (%s)", segment->name, object);
      return g_strdup_printf("%s (%s:%" G_GUINT64_FORMAT ")", segment->name, profile_basename(file), segment->line);
    case 2:
      return g_strdup_printf("%s (%s:%" G_GUINT64_FORMAT ", %s)", segment->name, profile_basename(file), segment->line,
                             object);
    default: return NULL;
  }
}

/* Returns the number of records with each name. NULL does not count as a name. The keys of the table belong to
 * `names`. */
static GHashTable *count_names(char *const *names, uint32_t n) {
  GHashTable *counts = g_hash_table_new(g_str_hash, g_str_equal);
  for (uint32_t i = 0; i < n; i++) {
    if (names[i] == NULL) continue;
    const guint count = GPOINTER_TO_UINT(g_hash_table_lookup(counts, names[i]));
    g_hash_table_insert(counts, names[i], GUINT_TO_POINTER(count + 1));
  }
  return counts;
}

/* Replaces each name that several records have by the name of the next level, if there is one. Returns false if nothing
 * changed. */
static bool refine(const NameTable *all, char **names, uint32_t n, unsigned level, NameAtLevel *name_at) {
  GHashTable *counts = count_names(names, n);
  char **finer = g_new0(char *, n);
  bool changed = false;
  for (uint32_t i = 0; i < n; i++)
    if (names[i] != NULL && GPOINTER_TO_UINT(g_hash_table_lookup(counts, names[i])) > 1)
      finer[i] = name_at(all, i, level);
  g_hash_table_destroy(counts);
  for (uint32_t i = 0; i < n; i++) {
    if (finer[i] == NULL) continue;
    changed = true;
    g_free(names[i]);
    names[i] = finer[i];
  }
  g_free(finer);
  return changed;
}

/* Appends a number to the shortest name of all records that no level of detail distinguishes. ordinals[i] is the number
 * for record i. Returns false if all names were already different. After the result true, the caller must call the
 * function again, because a new name can be equal to that of another record, which then needs a number, too. */
static bool number_names(const NameTable *all, char **names, uint32_t n, const uint32_t *ordinals,
                         NameAtLevel *name_at) {
  bool again = false;
  GHashTable *counts = count_names(names, n);
  char **numbered = g_new0(char *, n);
  for (uint32_t i = 0; i < n; i++) {
    if (names[i] == NULL || GPOINTER_TO_UINT(g_hash_table_lookup(counts, names[i])) == 1) continue;
    g_autofree char *shortest = name_at(all, i, 0);
    numbered[i] = g_strdup_printf("%s #%u", shortest, ordinals[i]);
  }
  g_hash_table_destroy(counts);
  for (uint32_t i = 0; i < n; i++) {
    if (numbered[i] == NULL) continue;
    again = true;
    g_free(names[i]);
    names[i] = numbered[i];
  }
  g_free(numbered);
  return again;
}

/* Returns, for each record, its position among the records with the same name, from 1. The caller owns the array. */
static uint32_t *count_ordinals(char *const *names, uint32_t n) {
  uint32_t *ordinals = g_new(uint32_t, (gsize)n + 1);
  g_autoptr(GHashTable) before = g_hash_table_new(g_str_hash, g_str_equal);
  for (uint32_t i = 0; i < n; i++) {
    if (names[i] == NULL) continue;
    ordinals[i] = GPOINTER_TO_UINT(g_hash_table_lookup(before, names[i])) + 1;
    g_hash_table_insert(before, names[i], GUINT_TO_POINTER(ordinals[i]));
  }
  return ordinals;
}

/* Returns names that are all different, except that record i has the same name as record same[i]. If `same` is NULL,
 * all names are different. */
static char **unique_names(const NameTable *all, uint32_t n, const uint32_t *same, NameAtLevel *name_at) {
  char **names = g_new0(char *, (gsize)n + 1);
  ui_progress_begin("Finding names", n);
  for (uint32_t i = 0; i < n; i++) {
    if (same == NULL || same[i] == i) names[i] = name_at(all, i, 0);
    ui_progress_at(i + 1);
  }
  ui_progress_end();
  g_autofree uint32_t *ordinals = count_ordinals(names, n);
  for (unsigned level = 1; refine(all, names, n, level, name_at); level++) {
  }
  while (number_names(all, names, n, ordinals, name_at)) {
  }
  for (uint32_t i = 0; i < n; i++)
    if (names[i] == NULL) names[i] = g_strdup(names[same[i]]);
  return names;
}

static char *bin_full_name(const NameTable *names, uint32_t number) {
  if (is_variable(names->profile, number)) return name_static_names_full(names->variables, number);
  const NameSlotVariable *slot = name_slots_get(names->slots, number);
  if (slot != NULL) return name_slots_name(names->slots, names->profile, slot->first);
  return name_of_bin_full(names->finder, names->profile, number);
}

static char *segment_full_name(const NameTable *names, uint32_t number) {
  const Profile *profile = names->profile;
  const ProfileSegment *segment = &profile->segments[number];
  const char *file = profile->files[segment->file].path;
  const char *object = profile->objects[segment->object].path;
  GString *name = g_string_new(segment->name);
  if (segment->inlined_in != 0)
    g_string_append_printf(name, " (inlined in %s)", profile->segments[segment->inlined_in - 1].name);
  g_string_append_printf(name, " (%s", *file != '\0' ? file : "???");
  if (segment->line != 0) g_string_append_printf(name, ":%" G_GUINT64_FORMAT, segment->line);
  g_string_append_printf(name, ", %s)", *object != '\0' ? object : "???");
  return g_string_free(name, FALSE);
}

static char *segment_brief_name(const NameTable *names, uint32_t number) {
  return g_strdup(names->profile->segments[number].name);
}

static char *bin_brief_name(const NameTable *names, uint32_t number) {
  if (is_variable(names->profile, number)) return name_static_names_get(names->variables, number, 0);
  const NameSlotVariable *slot = name_slots_get(names->slots, number);
  if (slot != NULL) return g_strdup(slot->variable != NULL ? slot->variable : "");
  return name_of_bin_brief(names->finder, names->profile, number);
}

static char **all_names(const NameTable *names, uint32_t n, char *(*name)(const NameTable *names, uint32_t number)) {
  char **made = g_new0(char *, (gsize)n + 1);
  for (uint32_t i = 0; i < n; i++) made[i] = name(names, i);
  return made;
}

static char *marked(const char *variable) { return g_strdup_printf("%s (itself)", variable); }

/* Adds the suffix " (itself)" to the variable's full name. Also adds it to the short name, unless the short name has
 * more detail than the variable alone, or another record has the name with the suffix. */
static void mark_variable(ViewLabels *data, uint32_t i, GHashTable *names) {
  g_autofree char *full = data->full[i], *name = marked(data->names[i]);
  const bool is_plain = strcmp(data->names[i], data->brief[i]) == 0;
  data->full[i] = marked(full);
  *data->brief[i] = '\0';
  if (!is_plain || g_hash_table_contains(names, name)) return;
  g_hash_table_remove(names, data->names[i]);
  g_free(data->names[i]);
  data->names[i] = g_steal_pointer(&name);
  g_hash_table_add(names, data->names[i]);
}

/* If x is a variable that points to other data, users who type x mean these data. Therefore, if other data are named
 * after a variable, the variable itself is called "x (itself)". This does not depend on other variables with the same
 * name, such as variables that the run has not used. */
static void mark_variables(const Profile *profile, ViewLabels *data) {
  GHashTable *names = count_names(data->names, profile->n_bins);
  GHashTable *owners = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (uint32_t i = 0; i < profile->n_bins; i++)
    if (!is_variable(profile, i)) g_hash_table_add(owners, g_strdup(data->brief[i]));
  for (uint32_t i = 0; i < profile->n_bins; i++)
    if (is_variable(profile, i) && g_hash_table_contains(owners, data->brief[i])) mark_variable(data, i, names);
  g_hash_table_destroy(owners);
  g_hash_table_destroy(names);
}

static char **holders_of(NameSearchContext *finder, const Profile *profile) {
  char **holders = g_new0(char *, (gsize)profile->n_bins + 1);
  for (uint32_t i = 0; i < profile->n_bins; i++) {
    uint32_t n;
    profile_receivers(profile, i, &n);
    g_autoptr(GArray) path = n != 0 ? name_search_context_path(finder, i) : NULL;
    holders[i] = n != 0 ? name_receiver_holders(finder, i, path) : g_strdup("");
  }
  return holders;
}

/* Returns, for each bin, the first bin that has the same allocation site (name_of_bin_site()). The caller owns the
 * array. */
static uint32_t *first_of_sites(const NameTable *names) {
  const Profile *profile = names->profile;
  uint32_t *firsts = g_new(uint32_t, (gsize)profile->n_bins + 1);
  g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (uint32_t i = 0; i < profile->n_bins; i++) {
    char *site = name_of_bin_site(names->finder, profile, i);
    gpointer first;
    if (site == NULL || !g_hash_table_lookup_extended(known, site, NULL, &first)) first = GUINT_TO_POINTER(i);
    firsts[i] = GPOINTER_TO_UINT(first);
    if (site != NULL) g_hash_table_insert(known, site, first);
  }
  return firsts;
}

/* Returns the bins that represent joined bins (ViewLabels.same). Slots of the same variable, bins with the same
 * allocation site, and bins with recursive call paths are joined. The caller owns the array. */
static uint32_t *join_bins(const NameTable *names, const uint32_t *sites) {
  const Profile *profile = names->profile;
  uint32_t *same = name_slots_same(names->slots, profile);
  for (uint32_t i = 0; i < profile->n_bins; i++)
    if (sites[i] != i) same[i] = sites[i];
  return name_recursion_join(profile, same);
}

/* Names all bins, using the profile and, if `debug_info` is set, the program's files. */
static void name_bins(NameTable *names, bool debug_info) {
  const Profile *profile = names->profile;
  if (debug_info) names->debug = name_debug_new(profile);
  names->slots = name_slots_new(profile, names->debug);
  if (debug_info) {
    names->finder = name_search_context_new(profile, names->debug, names->slots, name_find);
    names->types = name_bin_types_new(names->finder);
    names->holders = holders_of(names->finder, profile);
  }
  names->variables = name_static_names_new(profile, names->finder);
  g_autofree uint32_t *sites = first_of_sites(names);
  names->labels[VIEW_DATA] = (ViewLabels){.names = unique_names(names, profile->n_bins, sites, bin_name),
                                          .full = all_names(names, profile->n_bins, bin_full_name),
                                          .brief = all_names(names, profile->n_bins, bin_brief_name)};
  mark_variables(profile, &names->labels[VIEW_DATA]);
  names->labels[VIEW_DATA].same = join_bins(names, sites);
}

NameTable *name_table_new(const Profile *profile, bool debug_info) {
  NameTable *names = g_new0(NameTable, 1);
  names->profile = profile;
  names->user_lines = g_new0(GArray *, 1);
  names->calls = g_hash_table_new_full(NULL, NULL, NULL, g_free);
  names->labels[VIEW_CODE] = (ViewLabels){.names = unique_names(names, profile->n_segments, NULL, segment_name),
                                          .full = all_names(names, profile->n_segments, segment_full_name),
                                          .brief = all_names(names, profile->n_segments, segment_brief_name)};
  if (debug_info && profile->resolved != NULL) {
    names->kept = name_kept_names_new(profile->resolved);
    names->labels[VIEW_DATA] = name_kept_names_labels(profile->resolved);
  } else {
    name_bins(names, debug_info);
  }
  return names;
}

void name_table_free(NameTable *names) {
  if (names == NULL) return;
  for (unsigned axis = 0; axis < VIEW_AXES; axis++) {
    g_strfreev(names->labels[axis].names);
    g_strfreev(names->labels[axis].full);
    g_strfreev(names->labels[axis].brief);
    g_free(names->labels[axis].same);
  }
  if (*names->user_lines != NULL) g_array_unref(*names->user_lines);
  g_free(names->user_lines);
  g_hash_table_destroy(names->calls);
  name_kept_names_free(names->kept);
  g_strfreev(names->holders);
  name_static_names_free(names->variables);
  name_bin_types_free(names->types);
  name_search_context_free(names->finder);
  name_slots_free(names->slots);
  name_debug_free(names->debug);
  g_free(names);
}

void name_table_warn(const NameTable *names) {
  if (names->debug == NULL) return;
  g_auto(GStrv) notes = name_debug_notes(names->debug);
  for (char **note = notes; *note != NULL; note++) {
    g_autofree char *printable = ui_text_escaped(*note);
    fprintf(stderr, "memspy: %s\n", printable);
  }
}

char *name_table_problem(const NameTable *names) {
  return names->debug != NULL ? name_debug_problem(names->debug) : NULL;
}

bool name_table_files(const NameTable *names, GPtrArray *files) {
  return names->debug != NULL && name_debug_files(names->debug, files);
}

void name_table_keep_inflated(const NameTable *names) {
  if (names->debug != NULL) name_debug_keep_inflated(names->debug);
}

const ViewLabels *name_table_labels(const NameTable *names) { return names->labels; }

char *name_table_place(const Profile *profile, uint32_t number) {
  const ProfilePlace *place = &profile->places[number];
  GString *name = g_string_new(profile_basename(profile->files[place->file].path));
  if (place->line != 0) g_string_append_printf(name, ":%" G_GUINT64_FORMAT, place->line);
  g_string_append_printf(name, " in %s", profile->segments[place->segment].name);
  return g_string_free(name, FALSE);
}

const GArray *name_table_user_lines(const NameTable *names) {
  const Profile *profile = names->profile;
  if (*names->user_lines != NULL) return *names->user_lines;
  if (names->kept != NULL)
    *names->user_lines = name_kept_names_user_lines(profile->resolved);
  else if (names->debug != NULL)
    *names->user_lines = name_user_lines(profile, names->debug);
  else
    *names->user_lines = g_array_new(FALSE, FALSE, sizeof(NameUserLine));
  return *names->user_lines;
}

static void append_line(GString *name, const Profile *profile, uint32_t file, uint64_t line) {
  g_string_append_printf(name, "%s:%" G_GUINT64_FORMAT, profile_basename(profile->files[file].path), line);
}

/* Returns the program's call that leads to a place in a library. Stores the call, because each search for it reads all
 * contexts of the profile. */
static const NameUserCall *call_of(const NameTable *names, const GArray *all, uint32_t place) {
  NameUserCall *call = g_hash_table_lookup(names->calls, GUINT_TO_POINTER(place));
  if (call != NULL) return call;
  call = g_new0(NameUserCall, 1);
  if (!name_user_calls_find(names->profile, all, place, call)) call->n = 0;
  g_hash_table_insert(names->calls, GUINT_TO_POINTER(place), call);
  return call;
}

guint name_table_lines_of(const NameTable *names, uint32_t place, NameUserLine *lines) {
  const GArray *all = name_table_user_lines(names);
  guint n;
  const NameUserLine *found = name_user_lines_of(all, place, &n);
  if (n == 0) {
    const NameUserCall *call = call_of(names, all, place);
    found = call->lines;
    n = call->n;
  }
  for (guint i = 0; i < n; i++) lines[i] = found[i];
  return n;
}

/* Appends the name of a place in inlined code of a library, or in code that a library contains. */
static void append_library_place(GString *name, const Profile *profile, const ProfilePlace *place) {
  g_string_append_printf(name, "%s (", profile->segments[place->segment].name);
  append_line(name, profile, place->file, place->line);
  g_string_append_c(name, ')');
}

char *name_table_user_place(const NameTable *names, uint32_t number) {
  const Profile *profile = names->profile;
  const ProfilePlace *place = &profile->places[number];
  NameUserLine lines[NAME_USER_LINES_MOST];
  const guint n = name_table_lines_of(names, number, lines);
  if (place->line == 0 || (n == 0 && !name_user_calls_is_library(profile, number)))
    return name_table_place(profile, number);
  GString *name = g_string_new(NULL);
  for (guint i = 0; i < n; i++) {
    if (i > 0) g_string_append(name, " or ");
    append_line(name, profile, lines[i].file, lines[i].line);
  }
  if (n != 0) g_string_append(name, " in ");
  if (n != 0 && lines[0].place != number)
    g_string_append_printf(name, "%s (calls %s)",
                           profile_function(profile, profile->places[lines[0].place].segment)->name,
                           profile->segments[place->segment].name);
  else
    append_library_place(name, profile, place);
  return g_string_free(name, FALSE);
}

const NameBinType *name_table_type(const NameTable *names, uint32_t bin) {
  if (names->kept != NULL) return name_kept_names_type(names->kept, bin);
  return names->types != NULL ? name_bin_types_get(names->types, bin) : NULL;
}

NamePointers name_table_holders(const NameTable *names, uint32_t bin) {
  if (names->kept != NULL) return name_kept_names_holders(names->kept, bin);
  return (NamePointers){names->holders != NULL ? names->holders[bin] : "", ""};
}
