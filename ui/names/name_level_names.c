/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_level_names.c: groups data bins. A bin has a key at each level. The key begins with that of the level above.
 * Therefore, each level divides the groups of the level above:
 *
 *   type      the struct or class of an element, if it belongs to the program; otherwise the variable; otherwise the
 *             function that allocates. Functions of the language's library, and wrappers with many callers, such as
 *             xmalloc(), do not count as this function
 *   variable  the variable; otherwise the function and line that allocate
 *   path      the bin that represents the call path after recursion was folded (ViewLabels.same)
 *   block     the mean block size of a bin, rounded down to a power of two
 *
 * Bins with equal keys form a group. A group with only one path has the name of this path. */
#include "ui/names/name_level_names.h"

#include <string.h>

#include "ui/names/name_type_name.h"

/* The suffix that distinguishes a variable from the data to which it points. */
#define ITSELF " (itself)"

struct NameLevelNames {
  ViewLevelGroups levels[VIEW_LEVELS];
  GStringChunk *texts; /* storage for the texts of names */
};

/* Returns the name of a bin without the callers in parentheses at its end. If `numbered` is set, the name can end with
 * a number instead, which is then removed. The caller owns the result. */
static char *without_callers(const char *name, bool numbered) {
  const size_t length = strlen(name);
  const char *end = name + length, *number = numbered ? strrchr(name, '#') : NULL;
  if (number != NULL && number > name && number[-1] == ' ' && number[1 + strspn(number + 1, "0123456789")] == '\0')
    return g_strndup(name, (gsize)(number - 1 - name));
  if (length == 0 || end[-1] != ')') return g_strdup(name);
  int depth = 0;
  while (end > name) {
    end--;
    depth += (*end == ')') - (*end == '(');
    if (depth == 0) break;
  }
  return end > name && end[-1] == ' ' ? g_strndup(name, (gsize)(end - 1 - name)) : g_strdup(name);
}

/* The parts of a bin's name that are used at the levels above call paths. */
typedef struct {
  char *type;     /* struct or class of an element; "": none, or unknown */
  char *function; /* function that allocates; "": a variable names the bin, or its data are not allocated */
  char *variable; /* name of the variable, or the function and the line that allocate */
  bool is_alone;  /* whether the bin is always a group by itself */
} Parts;

/* Returns, for each segment, the number of functions that call the segment in the call paths of allocations. The caller
 * owns the array. */
static uint32_t *count_callers(const Profile *profile) {
  uint32_t *callers = g_new0(uint32_t, (gsize)profile->n_segments + 1);
  g_autoptr(GHashTable) seen = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  for (uint32_t b = 0; b < profile->n_bins; b++)
    for (uint32_t f = 0; f + 1 < profile->bins[b].frames.count; f++) {
      const uint32_t callee = profile_frame_place(profile, &profile->bins[b], f)->segment;
      const uint32_t caller = profile_frame_place(profile, &profile->bins[b], f + 1)->segment;
      const int64_t pair = (int64_t)callee << 32 | caller;
      callers[callee] += g_hash_table_add(seen, g_memdup2(&pair, sizeof pair));
    }
  return callers;
}

/* Returns the index of the allocating function's frame. This is the innermost frame outside of the language's library
 * that does not belong to a wrapper with many callers. */
static uint32_t allocating_frame(const Profile *profile, const ProfileBin *bin, const uint32_t *callers) {
  enum { MANY = 24 };
  for (uint32_t f = 0; f < bin->frames.count; f++) {
    const uint32_t segment = profile_frame_place(profile, bin, f)->segment;
    if (callers[segment] < MANY && !name_type_name_is_library(profile->segments[segment].name)) return f;
  }
  return 0;
}

/* Returns whether the elements are structs or classes of the program. */
static bool has_own_type(const NameBinType *type) {
  return type != NULL && type->n_fields > 0 && !name_type_name_is_library(type->element);
}

static Parts parts_of(const Profile *profile, const NameTable *names, const uint32_t *callers, uint32_t number) {
  const ViewLabels *labels = &name_table_labels(names)[VIEW_DATA];
  const ProfileBin *bin = &profile->bins[number];
  const NameBinType *type = name_table_type(names, number);
  Parts parts = {.type = g_strdup(has_own_type(type) ? type->element : "")};
  if (*labels->brief[number] != '\0' || *bin->name != '\0' || bin->frames.count == 0) {
    parts.is_alone = *labels->brief[number] == '\0';
    parts.function = g_strdup("");
    parts.variable = bin->frames.count > 0 || g_str_has_suffix(labels->names[number], ITSELF)
                         ? without_callers(labels->names[number], bin->frames.count > 0)
                         : g_strdup(labels->names[number]);
    return parts;
  }
  const ProfilePlace *place = profile_frame_place(profile, bin, allocating_frame(profile, bin, callers));
  parts.function = g_strdup(profile->segments[place->segment].name);
  parts.variable = place->line != 0 ? g_strdup_printf("%s:%" G_GUINT64_FORMAT, parts.function, place->line)
                                    : g_strdup(parts.function);
  return parts;
}

static void parts_clear(Parts *parts) {
  g_free(parts->type);
  g_free(parts->function);
  g_free(parts->variable);
}

/* Returns the key of a bin at a level above call paths. The caller owns the key. */
static char *key_of(const Parts *parts, ViewLevel level, uint32_t number) {
  if (parts->is_alone) return g_strdup_printf("alone %u", number);
  const char *wide = *parts->type != '\0' ? parts->type : *parts->function != '\0' ? parts->function : parts->variable;
  const char kind = *parts->type != '\0' ? 't' : *parts->function != '\0' ? 'f' : 'v';
  return g_strdup_printf("%c %s\n%s", kind, wide, level == VIEW_LEVEL_TYPE ? "" : parts->variable);
}

/* Returns the name of a group that consists of several bins. The caller owns the name. */
static char *group_name(const Parts *parts, ViewLevel level) {
  if (level == VIEW_LEVEL_VARIABLE) return g_strdup(parts->variable);
  if (*parts->type != '\0') return g_strdup(parts->type);
  return g_strdup(*parts->function != '\0' ? parts->function : parts->variable);
}

/* ---- groups ---- */

/* The state of the grouping. */
typedef struct {
  NameLevelNames *made;
  const Profile *profile;
  const NameTable *names;
  GHashTable *owners; /* name -> the bin with this name, or the bin that represents the group with this name */
} Making;

/* Returns the bin that represents the call path of a bin. */
static uint32_t path_of(const Making *making, uint32_t bin) { return making->made->levels[VIEW_LEVEL_PATH].same[bin]; }

static const char *path_name(const Making *making, uint32_t bin) {
  return name_table_labels(making->names)[VIEW_DATA].names[path_of(making, bin)];
}

/* Gives a group the name `wanted`, and makes the name unique if other data have it. */
static const char *take_name(Making *making, const ViewLevelGroups *groups, uint32_t first, const char *wanted) {
  g_autofree char *name = g_strdup(wanted);
  gpointer owner;
  while (g_hash_table_lookup_extended(making->owners, name, NULL, &owner) &&
         groups->same[GPOINTER_TO_UINT(owner)] != first) {
    char *other = g_strdup_printf("%s #%u", name, first);
    g_free(name);
    name = other;
  }
  char *kept = g_string_chunk_insert(making->made->texts, name);
  g_hash_table_insert(making->owners, kept, GUINT_TO_POINTER(first));
  return kept;
}

/* Returns the first bin with the key; this is `bin` if the key is new. Takes ownership of the key. */
static uint32_t first_with(GHashTable *firsts, gpointer key, uint32_t bin) {
  gpointer known;
  if (g_hash_table_lookup_extended(firsts, key, NULL, &known)) {
    g_free(key);
    return GPOINTER_TO_UINT(known);
  }
  g_hash_table_insert(firsts, key, GUINT_TO_POINTER(bin));
  return bin;
}

/* Makes the groups of a level that is above call paths. */
static void make_groups(Making *making, ViewLevel level, const Parts *parts) {
  ViewLevelGroups *groups = &making->made->levels[level];
  const uint32_t n = making->profile->n_bins;
  g_autoptr(GHashTable) firsts = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  g_autofree bool *several = g_new0(bool, (gsize)n + 1);
  for (uint32_t i = 0; i < n; i++) {
    if (path_of(making, i) != i) continue;
    char *key = key_of(&parts[i], level, i);
    const uint32_t first = first_with(firsts, key, i);
    several[first] |= first != i;
    groups->same[i] = first;
  }
  for (uint32_t i = 0; i < n; i++) groups->same[i] = groups->same[path_of(making, i)];
  for (uint32_t i = 0; i < n; i++) {
    if (groups->same[i] != i) continue;
    g_autofree char *wanted = several[i] ? group_name(&parts[i], level) : g_strdup(path_name(making, i));
    groups->names[i] = take_name(making, groups, i, wanted);
  }
  for (uint32_t i = 0; i < n; i++) groups->names[i] = groups->names[groups->same[i]];
}

/* Returns the base-2 logarithm of the mean block size of a bin, rounded down. */
static unsigned size_class(const ProfileBin *bin) {
  uint64_t mean = bin->blocks != 0 ? bin->bytes / bin->blocks : bin->bytes;
  unsigned class = 0;
  for (; mean > 1; mean >>= 1) class ++;
  return class;
}

/* Divides call paths that have blocks of several sizes. */
static void make_blocks(Making *making) {
  ViewLevelGroups *groups = &making->made->levels[VIEW_LEVEL_BLOCK];
  const uint32_t n = making->profile->n_bins;
  g_autoptr(GHashTable) firsts = g_hash_table_new_full(g_int64_hash, g_int64_equal, g_free, NULL);
  for (uint32_t i = 0; i < n; i++) {
    const int64_t key = (int64_t)path_of(making, i) << 8 | size_class(&making->profile->bins[i]);
    groups->same[i] = first_with(firsts, g_memdup2(&key, sizeof key), i);
  }
  g_autofree bool *several = g_new0(bool, (gsize)n + 1); /* indexed by path: whether it has blocks of several sizes */
  for (uint32_t i = 0; i < n; i++) several[path_of(making, i)] |= groups->same[i] != groups->same[path_of(making, i)];
  for (uint32_t i = 0; i < n; i++) {
    const uint64_t least = (uint64_t)1 << size_class(&making->profile->bins[i]);
    g_autofree char *wanted = several[path_of(making, i)] ? g_strdup_printf("%s, blocks from %" G_GUINT64_FORMAT " B",
                                                                            path_name(making, i), least)
                                                          : g_strdup(path_name(making, i));
    groups->names[i] = groups->same[i] != i ? groups->names[groups->same[i]] : take_name(making, groups, i, wanted);
  }
}

static void make_paths(Making *making) {
  const ViewLabels *labels = &name_table_labels(making->names)[VIEW_DATA];
  ViewLevelGroups *groups = &making->made->levels[VIEW_LEVEL_PATH];
  for (uint32_t i = 0; i < making->profile->n_bins; i++) {
    groups->same[i] = labels->same != NULL ? labels->same[i] : i;
    groups->names[i] = labels->names[groups->same[i]];
    if (groups->same[i] == i) g_hash_table_insert(making->owners, labels->names[i], GUINT_TO_POINTER(i));
  }
}

NameLevelNames *name_level_names_new(const Profile *profile, const NameTable *names) {
  const uint32_t n = profile->n_bins;
  NameLevelNames *made = g_new0(NameLevelNames, 1);
  made->texts = g_string_chunk_new(4096);
  for (unsigned level = 0; level < VIEW_LEVELS; level++)
    made->levels[level] = (ViewLevelGroups){g_new0(uint32_t, (gsize)n + 1), g_new0(const char *, (gsize)n + 1)};
  Making making = {made, profile, names, g_hash_table_new(g_str_hash, g_str_equal)};
  make_paths(&making);
  Parts *parts = g_new0(Parts, (gsize)n + 1);
  g_autofree uint32_t *callers = count_callers(profile);
  for (uint32_t i = 0; i < n; i++)
    if (path_of(&making, i) == i) parts[i] = parts_of(profile, names, callers, i);
  make_groups(&making, VIEW_LEVEL_TYPE, parts);
  make_groups(&making, VIEW_LEVEL_VARIABLE, parts);
  make_blocks(&making);
  for (uint32_t i = 0; i < n; i++) parts_clear(&parts[i]);
  g_free(parts);
  g_hash_table_destroy(making.owners);
  return made;
}

void name_level_names_free(NameLevelNames *level_names) {
  if (level_names == NULL) return;
  for (unsigned level = 0; level < VIEW_LEVELS; level++) {
    g_free(level_names->levels[level].same);
    g_free(level_names->levels[level].names);
  }
  g_string_chunk_free(level_names->texts);
  g_free(level_names);
}

const ViewLevelGroups *name_level_names_groups(const NameLevelNames *level_names) { return level_names->levels; }

void name_level_names_start(const NameLevelNames *level_names, View *view) {
  const ViewLevelGroups *levels = name_level_names_groups(level_names);
  g_autofree uint64_t *by_bin = view_levels_by_bin(view->profile, view->metric);
  view_set_levels(view, levels);
  const ViewLevel level = view_levels_start(levels, by_bin, view->profile->n_bins);
  if (level != VIEW_LEVEL_PATH) view_set_level(view, NULL, level);
}
