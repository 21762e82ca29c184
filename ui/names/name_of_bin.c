/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/name_of_bin.h"

#include <string.h>

#include "ui/names/name_symbol.h"
#include "ui/names/name_type_name.h"

/* A function in a call path, and the line of the call in this function. */
typedef struct {
  const char *function;
  uint64_t line;    /* 0: unknown */
  uint64_t address; /* link-time address of the call */
  uint32_t object;  /* number of the program or library */
  bool library;
  bool named; /* whether the function has a symbol or debug information */
} Caller;

/* Returns whether the function is unknown: no symbol contains its code, and its bounds are unknown. */
static bool is_unknown(const Caller *caller) { return strcmp(caller->function, "???") == 0; }

static bool is_kind(const ProfileBin *bin, const char *kind) { return strcmp(bin->kind, kind) == 0; }

/* Returns whether the name of the bin is made from its call path. */
static bool named_by_path(const ProfileBin *bin) { return *bin->name == '\0' && bin->frames.count != 0; }

/* Returns the name of a bin whose name is not made from its call path. It consists of the name in the profile and the
 * kind of data. */
static char *own_name(const ProfileBin *bin) {
  const bool plain = is_kind(bin, "range") || is_kind(bin, "unknown");
  if (*bin->name == '\0') return g_strdup_printf(is_kind(bin, "unknown") ? "%s" : "(%s)", bin->kind);
  return plain ? g_strdup(bin->name) : g_strdup_printf("(%s) %s", bin->kind, bin->name);
}

/* Returns the function of a bin's frame from the profile. */
static Caller caller_of_frame(const Profile *profile, const ProfileBin *bin, uint32_t frame) {
  const ProfilePlace *place = profile_frame_place(profile, bin, frame);
  const ProfileSegment *segment = &profile->segments[place->segment];
  return (Caller){.function = segment->name,
                  .line = place->line,
                  .address = profile_frame(profile, bin, frame)->address,
                  .object = segment->object,
                  .library = name_type_name_is_library(segment->name),
                  .named = !name_symbol_is_missing(profile, segment)};
}

/* Returns the functions in a bin's call path as an array of Caller, the innermost first. Includes inlined functions if
 * there is debug information. The caller frees the array. */
static GArray *callers_of(NameSearchContext *finder, const Profile *profile, uint32_t number) {
  const ProfileBin *bin = &profile->bins[number];
  GArray *callers = g_array_new(FALSE, FALSE, sizeof(Caller));
  if (finder == NULL) {
    for (uint32_t i = 0; i < bin->frames.count; i++) {
      const Caller caller = caller_of_frame(profile, bin, i);
      g_array_append_val(callers, caller);
    }
    return callers;
  }
  GArray *path = name_search_context_path(finder, number);
  for (guint i = 0; i < path->len; i++) {
    const NamePathStep *step = &g_array_index(path, NamePathStep, i);
    Caller caller = caller_of_frame(profile, bin, step->frame);
    if (step->known) caller.function = name_search_context_function(finder, step);
    caller.named |= step->known;
    caller.line = step->active.line;
    caller.library = step->active.library;
    g_array_append_val(callers, caller);
  }
  g_array_unref(path);
  return callers;
}

/* Returns the index of the innermost function outside of the language's library. If it has no name, returns its
 * first caller in the same program or library that has one. Returns 0 if all functions belong to the library. */
static guint first_caller(const GArray *callers) {
  guint first = 0;
  for (guint i = callers->len; i-- > 0;)
    if (!g_array_index(callers, Caller, i).library) first = i;
  for (guint i = first; i < callers->len; i++) {
    const Caller *caller = &g_array_index(callers, Caller, i);
    if (!is_unknown(&g_array_index(callers, Caller, first)) &&
        caller->object != g_array_index(callers, Caller, first).object)
      break;
    if (!caller->library && caller->named) return i;
  }
  return first;
}

static void append_caller(GString *out, const GArray *callers, guint index, char separator) {
  const Caller *caller = &g_array_index(callers, Caller, index);
  g_string_append(out, caller->function);
  if (caller->line != 0)
    g_string_append_printf(out, "%c%" G_GUINT64_FORMAT, separator, caller->line);
  else if (is_unknown(caller))
    g_string_append_printf(out, "%c0x%" G_GINT64_MODIFIER "x", separator, caller->address);
}

/* Appends the callers from `first` to `end` - 1, as in " (NewMatrix:31 < main:12)". Appends nothing if there are
 * none. */
static void append_callers(GString *out, const GArray *callers, guint first, guint end) {
  for (guint i = first; i < end; i++) {
    g_string_append(out, i == first ? " (" : " < ");
    append_caller(out, callers, i, ':');
  }
  if (first < end) g_string_append_c(out, ')');
}

static const NameResult *found_of(NameSearchContext *finder, const Profile *profile, uint32_t number) {
  const NameResult *found = finder != NULL && named_by_path(&profile->bins[number])
                                ? name_search_context_bin(finder, number)
                                : NULL;
  return found != NULL && found->rank != NAME_FOUND_NOTHING ? found : NULL;
}

static void append_variable(GString *out, const NameResult *found) {
  if (*found->data_type != '\0') g_string_append_printf(out, "%s.", found->data_type);
  g_string_append(out, found->variable);
}

static void append_element(GString *out, const NameResult *found) {
  Dwarf_Die element = found->element;
  g_autofree char *type = name_type_name(found->module, &element);
  g_string_append_printf(out, " of %s", type);
}

/* Returns the words that precede the name of a container of the C++ library if the block is internal to the container,
 * such as "nodes of " or "buckets of ". NULL: the block contains the container's elements, or does not belong to a
 * container. */
static const char *part_of_container(const NameResult *found) {
  static const char *const nodes[] = {"std::__detail::_Hash_node<", "std::_Rb_tree_node<", "std::_List_node<",
                                      "std::_Fwd_list_node<"};
  if (!found->has_element) return NULL;
  Dwarf_Die element = found->element;
  g_autofree char *type = name_type_name(found->module, &element);
  for (gsize i = 0; i < G_N_ELEMENTS(nodes); i++)
    if (g_str_has_prefix(type, nodes[i])) return "nodes of ";
  return strcmp(type, "std::__detail::_Hash_node_base *") == 0 ? "buckets of " : NULL;
}

char *name_of_bin_short(NameSearchContext *finder, const Profile *profile, uint32_t number, unsigned level) {
  const ProfileBin *bin = &profile->bins[number];
  if (!named_by_path(bin)) return level == 0 ? own_name(bin) : NULL;
  const NameResult *found = found_of(finder, profile, number);
  const NameResult nothing = {.rank = NAME_FOUND_NOTHING};
  const NameResult *found_anything = finder != NULL ? name_search_context_bin(finder, number) : &nothing;
  g_autoptr(GArray) callers = callers_of(finder, profile, number);
  const guint first = first_caller(callers);
  const guint most = callers->len - first; /* maximum number of callers in the name */
  /* A container has blocks of different types, such as a table and nodes. */
  const char *part = found != NULL && first != 0 ? part_of_container(found_anything) : NULL;
  const bool with_type = first != 0 && found_anything->has_element && part == NULL;
  const bool type_shown = with_type && level > 0;
  const guint shown = level - type_shown + (found == NULL);
  if (shown > most + 1) return NULL;
  GString *name = g_string_new(NULL);
  /* At the last level, the name of the library's function or the kind of block distinguishes bins that have the same
   * callers. */
  const bool alike = shown == most + 1;
  if (alike && first == 0) g_string_append_printf(name, "(%s) ", bin->kind);
  if (part != NULL) g_string_append(name, part);
  if (found != NULL)
    append_variable(name, found);
  else
    append_caller(name, callers, first, ':');
  if (type_shown && !alike) append_element(name, found_anything);
  if (alike && first != 0)
    append_callers(name, callers, 0, 1);
  else
    append_callers(name, callers, found != NULL ? first : first + 1, first + MIN(shown, most));
  return g_string_free(name, FALSE);
}

char *name_of_bin_full(NameSearchContext *finder, const Profile *profile, uint32_t number) {
  const ProfileBin *bin = &profile->bins[number];
  if (!named_by_path(bin)) return own_name(bin);
  const NameResult *found = found_of(finder, profile, number);
  g_autoptr(GArray) callers = callers_of(finder, profile, number);
  GString *name = g_string_new(NULL);
  for (guint i = callers->len; i-- > 0;) {
    append_caller(name, callers, i, '.');
    if (i > 0 || found != NULL) g_string_append_c(name, '.');
  }
  if (found != NULL) append_variable(name, found);
  return g_string_free(name, FALSE);
}

char *name_of_bin_site(NameSearchContext *finder, const Profile *profile, uint32_t number) {
  const ProfileBin *bin = &profile->bins[number];
  if (finder == NULL || !named_by_path(bin)) return NULL;
  const NameResult *found = name_search_context_bin(finder, number);
  g_autofree char *full = name_of_bin_full(finder, profile, number);
  GString *site = g_string_new(NULL);
  g_string_printf(site, "%s %s", bin->kind, full);
  if (found->has_element) append_element(site, found);
  g_autoptr(GArray) path = name_search_context_path(finder, number);
  for (guint i = 0; i < path->len; i++) {
    const NamePathStep *step = &g_array_index(path, NamePathStep, i);
    const bool by_line = found->rank != NAME_FOUND_NOTHING && step->active.line != 0;
    if (by_line) continue;
    if (step->active.column != 0)
      g_string_append_printf(site, " column %" G_GUINT64_FORMAT, step->active.column);
    else
      g_string_append_printf(site, " call %u", profile->frames[bin->frames.first + step->frame]);
  }
  return g_string_free(site, FALSE);
}

char *name_of_bin_brief(NameSearchContext *finder, const Profile *profile, uint32_t number) {
  const ProfileBin *bin = &profile->bins[number];
  if (is_kind(bin, "range")) return own_name(bin);
  const NameResult *found = found_of(finder, profile, number);
  return g_strdup(found != NULL ? found->variable : "");
}
