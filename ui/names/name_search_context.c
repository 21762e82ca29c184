/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/name_search_context.h"

#include <dwarf.h>
#include <string.h>

#include "ui/names/name_type_name.h"

enum { UNASKED, OPEN, KNOWN };

/* A bin whose search is not complete yet. */
typedef struct {
  uint32_t bin;
  uint32_t from; /* number of the next receiver that is checked for a bin on which this bin depends */
} Open;

struct NameSearchContext {
  const Profile *profile;
  NameDebug *debug;
  const NameSlots *slots;
  NameSearch find;
  NameResult *found; /* indexed by bin */
  char *state;       /* state of the search of each bin: UNASKED, OPEN or KNOWN */
  GArray *open;      /* Open: the chain of searches in progress. Each search depends on the next one */
  GStringChunk *strings;
};

NameSearchContext *name_search_context_new(const Profile *profile, NameDebug *debug, const NameSlots *slots,
                                           NameSearch find) {
  NameSearchContext *finder = g_new0(NameSearchContext, 1);
  *finder = (NameSearchContext){.profile = profile, .debug = debug, .slots = slots, .find = find};
  finder->found = g_new0(NameResult, profile->n_bins);
  finder->state = g_new0(char, profile->n_bins);
  finder->open = g_array_new(FALSE, FALSE, sizeof(Open));
  finder->strings = g_string_chunk_new(4096);
  return finder;
}

void name_search_context_free(NameSearchContext *finder) {
  if (finder == NULL) return;
  g_free(finder->found);
  g_free(finder->state);
  g_array_unref(finder->open);
  g_string_chunk_free(finder->strings);
  g_free(finder);
}

const Profile *name_search_context_profile(const NameSearchContext *finder) { return finder->profile; }

NameDebug *name_search_context_debug(const NameSearchContext *finder) { return finder->debug; }

const NameSlots *name_search_context_slots(const NameSearchContext *finder) { return finder->slots; }

const char *name_search_context_string(NameSearchContext *finder, const char *string) {
  return g_string_chunk_insert_const(finder->strings, string);
}

static void open_bin(NameSearchContext *finder, uint32_t bin) {
  const Open opened = {bin, 0};
  finder->state[bin] = OPEN;
  g_array_append_val(finder->open, opened);
}

/* Returns the next bin that was not searched yet, and on which the last search in progress depends; NAME_FINDER_NONE:
 * none. */
static uint32_t next_unasked(NameSearchContext *finder) {
  Open *last = &g_array_index(finder->open, Open, finder->open->len - 1);
  uint32_t next;
  do next = finder->find.next(finder, last->bin, &last->from);
  while (next != NAME_FINDER_NONE && finder->state[next] != UNASKED);
  return next;
}

const NameResult *name_search_context_known(const NameSearchContext *finder, uint32_t bin) {
  static const NameResult nothing = {.rank = NAME_FOUND_NOTHING};
  return finder->state[bin] == KNOWN ? &finder->found[bin] : &nothing;
}

const NameResult *name_search_context_bin(NameSearchContext *finder, uint32_t bin) {
  if (finder->state[bin] == UNASKED) open_bin(finder, bin);
  while (finder->open->len != 0) {
    const uint32_t next = next_unasked(finder);
    if (next != NAME_FINDER_NONE) {
      open_bin(finder, next);
      continue;
    }
    const uint32_t last = g_array_index(finder->open, Open, finder->open->len - 1).bin;
    finder->found[last] = finder->find.find(finder, last);
    finder->state[last] = KNOWN;
    g_array_set_size(finder->open, finder->open->len - 1);
  }
  return name_search_context_known(finder, bin);
}

/* ---- call paths ---- */

static void add_known_steps(NameSearchContext *finder, GArray *path, uint32_t frame, const NameCallSite *site) {
  for (guint i = 0; i < site->active->len; i++) {
    const NameActive *active = &g_array_index(site->active, NameActive, i);
    Dwarf_Die function = active->function;
    const char *name = name_die_name(&function);
    g_autofree char *plain = g_strndup(name != NULL ? name : "", strcspn(name != NULL ? name : "", "<"));
    const NamePathStep step = {*active, frame, site, name_search_context_string(finder, plain), true};
    g_array_append_val(path, step);
  }
}

const char *name_search_context_function(NameSearchContext *finder, const NamePathStep *step) {
  Dwarf_Die function = step->active.function;
  g_autofree char *whole = g_strconcat(name_die_scope(step->active.module, &function), step->name, NULL);
  g_autofree char *brief = name_type_name_short(whole, name_language_is_rust(name_die_language(&function)));
  return name_search_context_string(finder, brief);
}

/* Adds a step for a function whose debug information is unknown, so that only its symbol is known. */
static void add_unknown_step(NameSearchContext *finder, GArray *path, uint32_t frame, const ProfilePlace *place) {
  const char *name = finder->profile->segments[place->segment].name;
  g_autofree char *plain = g_strndup(name, strcspn(name, "<("));
  const NameActive active = {.file = finder->profile->files[place->file].path,
                             .line = place->line,
                             .physical = true,
                             .library = name_type_name_is_library(name)};
  const NamePathStep step = {active, frame, NULL, name_search_context_string(finder, plain), false};
  g_array_append_val(path, step);
}

GArray *name_search_context_path(NameSearchContext *finder, uint32_t number) {
  const ProfileBin *bin = &finder->profile->bins[number];
  GArray *path = g_array_new(FALSE, FALSE, sizeof(NamePathStep));
  for (uint32_t i = 0; i < bin->frames.count; i++) {
    const NameCallSite *site = name_debug_call(finder->debug, finder->profile->frames[bin->frames.first + i]);
    if (site->scopes != NULL)
      add_known_steps(finder, path, i, site);
    else
      add_unknown_step(finder, path, i, profile_frame_place(finder->profile, bin, i));
  }
  return path;
}

/* ---- places that can hold an address ---- */

/* Returns whether the type is void or has only one byte, such as char. Such a type does not describe the data. */
static bool is_bytes(Dwarf_Die *type) {
  Dwarf_Die peeled;
  return !name_die_peel(type, &peeled) || (dwarf_tag(&peeled) == DW_TAG_base_type && name_die_size(&peeled) <= 1);
}

static char *declared_type(NameModule *module, Dwarf_Die *type) {
  Dwarf_Die plain = *type, under;
  for (unsigned n = 0; n < NAME_DIE_DEEPEST; n++) { /* skip the qualifiers of the pointer */
    const int tag = dwarf_tag(&plain);
    if ((tag != DW_TAG_const_type && tag != DW_TAG_volatile_type && tag != DW_TAG_restrict_type) ||
        !name_die_type(&plain, &under))
      break;
    plain = under;
  }
  return name_type_name(module, &plain);
}

/* Returns a copy of the name. If the name is too long, its middle part is omitted. The caller owns the copy. */
static char *bounded(const char *name) {
  static const char omitted[] = "...";
  const size_t length = strlen(name), part = (NAME_FINDER_LONGEST - strlen(omitted)) / 2;
  if (length <= NAME_FINDER_LONGEST) return g_strdup(name);
  return g_strdup_printf("%.*s%s%s", (int)part, name, omitted, name + length - part);
}

bool name_search_context_place(NameSearchContext *finder, NameModule *module, const char *prefix,
                               NamePlaceInType *place, NameResultRank rank, guint frame, NameResult *found) {
  bool known, in_library = place->with_argument;
  Dwarf_Die target;
  const bool holds = name_type_holds_address(&place->leaf, &known);
  const bool with_target = name_type_pointee(&place->leaf, &target);
  if (holds || in_library) {
    g_autofree char *whole = g_strconcat(prefix, place->path->str, NULL);
    g_autofree char *name = bounded(whole);
    g_autofree char *type = declared_type(module, &place->type);
    *found = (NameResult){.rank = rank == NAME_FOUND_FIELD && !known && !in_library ? NAME_FOUND_UNTYPED : rank,
                          .frame = frame,
                          .variable = name_search_context_string(finder, name),
                          .data_type = name_search_context_string(finder, type),
                          .module = module,
                          .type = place->type,
                          .argument = place->first_argument,
                          .has_type = true,
                          .has_argument = in_library};
    if (in_library && (!with_target || is_bytes(&target))) target = place->first_argument;
    if (with_target || in_library) name_type_element(&target, &found->element);
    found->has_element = with_target || in_library;
  }
  g_string_free(place->path, TRUE);
  return holds || in_library;
}

NameResult name_search_context_whole(NameSearchContext *finder, NameModule *module, Dwarf_Die *variable, guint frame) {
  NameResult found = {.rank = NAME_FOUND_NOTHING};
  const char *name = name_die_name(variable);
  if (name == NULL || !name_die_type(variable, &found.type)) return found;
  g_autofree char *type = name_type_name(module, &found.type);
  found.rank = NAME_FOUND_LOCAL;
  found.frame = frame;
  found.variable = name_search_context_string(finder, name);
  found.data_type = name_search_context_string(finder, type);
  found.module = module;
  found.has_type = found.has_element = true;
  name_type_element(&found.type, &found.element);
  return found;
}
