/* ui_finder.c: see ui_found.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <dwarf.h>
#include <string.h>

#include "ui/names/ui_found.h"
#include "ui/names/ui_slots.h"
#include "ui/names/ui_type_name.h"

enum {
  MOST_STEPS = 12,  /* out of the functions that allocate, to one that keeps the address */
  MOST_UNKNOWN = 3  /* functions without debug information that an address is taken to be handed through */
};

struct UiFinder {
  const UiSlots *slots; /* NULL: of no concern */
  const UiProfile *profile;
  UiDebug *debug;
  UiFound *found; /* by bin */
  char *state;    /* by bin: 0 not yet asked for, 1 being looked for, 2 known */
  GStringChunk *strings;
};

UiFinder *ui_finder_new(const UiProfile *profile, UiDebug *debug) {
  UiFinder *finder = g_new0(UiFinder, 1);
  finder->profile = profile;
  finder->debug = debug;
  finder->found = g_new0(UiFound, profile->n_bins);
  finder->state = g_new0(char, profile->n_bins);
  finder->strings = g_string_chunk_new(4096);
  return finder;
}

void ui_finder_free(UiFinder *finder) {
  if (finder == NULL) return;
  g_free(finder->found);
  g_free(finder->state);
  g_string_chunk_free(finder->strings);
  g_free(finder);
}

const UiProfile *ui_finder_profile(const UiFinder *finder) {
  return finder->profile;
}

UiDebug *ui_finder_debug(const UiFinder *finder) {
  return finder->debug;
}

const char *ui_finder_string(UiFinder *finder, const char *string) {
  return g_string_chunk_insert_const(finder->strings, string);
}

/* ---- call paths ---- */

static void add_known_steps(UiFinder *finder, GArray *path, uint32_t frame, const UiCallSite *site) {
  for (guint i = 0; i < site->active->len; i++) {
    const UiActive *active = &g_array_index(site->active, UiActive, i);
    Dwarf_Die function = active->function;
    const char *name = ui_die_name(&function);
    g_autofree char *plain = g_strndup(name != NULL ? name : "", strcspn(name != NULL ? name : "", "<"));
    const UiPathStep step = {*active, frame, site, ui_finder_string(finder, plain), true};
    g_array_append_val(path, step);
  }
}

const char *ui_finder_function(UiFinder *finder, const UiPathStep *step) {
  Dwarf_Die function = step->active.function;
  g_autofree char *whole = g_strconcat(ui_die_scope(step->active.module, &function), step->name, NULL);
  g_autofree char *brief = ui_type_name_short(whole, ui_language_is_rust(ui_die_language(&function)));
  return ui_finder_string(finder, brief);
}

/* A function that only its symbol is known of. */
static void add_unknown_step(UiFinder *finder, GArray *path, uint32_t frame, const UiPlace *place) {
  const char *name = finder->profile->segments[place->segment].name;
  g_autofree char *plain = g_strndup(name, strcspn(name, "<("));
  const UiActive active = {.file = finder->profile->files[place->file].path,
                           .line = place->line,
                           .physical = true,
                           .library = ui_type_name_is_library(name)};
  const UiPathStep step = {active, frame, NULL, ui_finder_string(finder, plain), false};
  g_array_append_val(path, step);
}

GArray *ui_finder_path(UiFinder *finder, uint32_t number) {
  const UiBin *bin = &finder->profile->bins[number];
  GArray *path = g_array_new(FALSE, FALSE, sizeof(UiPathStep));
  for (uint32_t i = 0; i < bin->frames.count; i++) {
    const UiCallSite *site = ui_debug_call(finder->debug, finder->profile->frames[bin->frames.first + i]);
    if (site->scopes != NULL)
      add_known_steps(finder, path, i, site);
    else
      add_unknown_step(finder, path, i, ui_profile_frame_place(finder->profile, bin, i));
  }
  return path;
}

/* ---- places ---- */

/* Is it a type that says nothing of what lies there: bytes? */
static bool is_bytes(Dwarf_Die *type) {
  Dwarf_Die peeled;
  return !ui_die_peel(type, &peeled) || (dwarf_tag(&peeled) == DW_TAG_base_type && ui_die_size(&peeled) <= 1);
}

static char *declared_type(UiModule *module, Dwarf_Die *type) {
  Dwarf_Die plain = *type, under;
  for (unsigned n = 0; n < UI_DIE_DEEPEST; n++) { /* that the pointer itself is constant is of no interest */
    const int tag = dwarf_tag(&plain);
    if ((tag != DW_TAG_const_type && tag != DW_TAG_volatile_type && tag != DW_TAG_restrict_type) ||
        !ui_die_type(&plain, &under))
      break;
    plain = under;
  }
  return ui_type_name(module, &plain);
}

bool ui_found_place(UiFinder *finder, UiModule *module, const char *prefix, UiPlaceInType *place, UiFoundRank rank,
                    guint frame, UiFound *found) {
  bool known, in_library = place->with_argument;
  Dwarf_Die target;
  const bool holds = ui_type_holds_address(&place->leaf, &known);
  const bool with_target = ui_type_pointee(&place->leaf, &target);
  if (holds || in_library) {
    g_autofree char *name = g_strconcat(prefix, place->path->str, NULL);
    g_autofree char *type = declared_type(module, &place->type);
    *found = (UiFound){.rank = rank == UI_FOUND_FIELD && !known && !in_library ? UI_FOUND_UNTYPED : rank,
                       .frame = frame,
                       .variable = ui_finder_string(finder, name),
                       .data_type = ui_finder_string(finder, type),
                       .module = module,
                       .type = place->type,
                       .argument = place->first_argument,
                       .has_type = true,
                       .has_argument = in_library};
    if (in_library && (!with_target || is_bytes(&target)))
      target = place->first_argument;
    if (with_target || in_library) ui_type_element(&target, &found->element);
    found->has_element = with_target || in_library;
  }
  g_string_free(place->path, TRUE);
  return holds || in_library;
}

/* ---- bins ---- */

/* C++'s allocators say in their own type what they allocate: nodes of lists and trees too. */
static void set_allocated_type(const GArray *path, UiFound *found) {
  for (guint i = 0; i < path->len; i++) {
    const UiPathStep *step = &g_array_index(path, UiPathStep, i);
    if (!step->known || !step->active.library) return;
    Dwarf_Die function = step->active.function, around, child;
    if (strcmp(step->name, "allocate") != 0 || !ui_die_parent(&function, &around)) continue;
    const char *name = ui_die_name(&around);
    if (name == NULL || strstr(name, "new_allocator<") == NULL) continue;
    for (bool more = ui_die_child(&around, &child); more; more = ui_die_next(&child)) {
      if (dwarf_tag(&child) != DW_TAG_template_type_parameter || !ui_die_type(&child, &found->element)) continue;
      found->has_element = true;
      found->module = step->active.module;
      return;
    }
  }
}

/* Is there a variable of one of the steps from `from` on; with `field`, a field of a struct? */
static bool any_from(const UiFound *by_step, guint from, guint n, bool field) {
  for (guint i = from; i < n; i++)
    if (by_step[i].rank != UI_FOUND_NOTHING && (!field || strchr(by_step[i].variable, '.') != NULL)) return true;
  return false;
}

/* Does a function without debug information keep what it allocates, or hand it on to its caller? If it put the address
 * somewhere else than on its stack, the block is a part of something that it made: not what it returns. */
static bool keeps_address(const UiFinder *finder, uint32_t bin, const UiPathStep *step) {
  const UiProfile *profile = finder->profile;
  const uint32_t segment = ui_profile_frame_place(profile, &profile->bins[bin], step->frame)->segment;
  uint32_t n;
  const UiReceiver *receivers = ui_profile_receivers(profile, bin, &n);
  for (uint32_t i = 0; i < n; i++) {
    const UiCall *store = &profile->calls[receivers[i].call];
    if (receivers[i].target != bin && profile->places[store->place].segment == segment &&
        strcmp(profile->bins[receivers[i].target].kind, "stack") != 0)
      return true;
  }
  return false;
}

/* What a step's statement says, unless it was lost on the way out to it who has the address. */
static UiFound stated(UiFinder *finder, uint32_t bin, const UiPathStep *step, guint index, const char *callee, bool lost,
                      bool *passes_on) {
  if (!lost) return ui_statement_receiver(finder, bin, step, index, callee, passes_on);
  *passes_on = false;
  return (UiFound){.rank = UI_FOUND_NOTHING};
}

/* Goes out along the call path, to the outermost function that keeps the address. */
static UiFound walk_path(UiFinder *finder, uint32_t bin, const GArray *path) {
  UiFound best = {.rank = UI_FOUND_NOTHING};
  g_autofree UiFound *by_step = g_new0(UiFound, path->len);
  ui_receiver_locals(finder, bin, path, by_step);
  const char *callee = NULL;
  bool lost = false;
  for (guint i = 0, steps = 0, unknown = 0; i < path->len && steps < MOST_STEPS; i++) {
    const UiPathStep *step = &g_array_index(path, UiPathStep, i);
    bool passes_on;
    UiFound found = by_step[i];
    if (!step->known && !step->active.library)
      lost |= ++unknown > MOST_UNKNOWN || keeps_address(finder, bin, step);
    if (step->known && !step->active.library) {
      steps++;
      if (found.rank != UI_FOUND_NOTHING)
        passes_on = ui_statement_returns(finder, step, found.variable);
      else
        found = stated(finder, bin, step, i, callee, lost, &passes_on);
      /* A field of a struct whose variable was seen further out is called by that, not by its type. */
      if (found.rank > UI_FOUND_LOCAL && any_from(by_step, i + 1, path->len, true)) found.rank = UI_FOUND_NOTHING;
      if (found.rank != UI_FOUND_NOTHING) best = found;
      if (found.rank > UI_FOUND_LOCAL) break;
      if (!passes_on && !any_from(by_step, i + 1, path->len, false)) break;
    }
    callee = step->name;
  }
  return best;
}

static UiFound find_heap(UiFinder *finder, uint32_t bin) {
  GArray *path = ui_finder_path(finder, bin);
  UiFound best = ui_receiver_best(finder, bin, path);
  if (best.rank < UI_FOUND_UNTYPED) {
    const UiFound local = walk_path(finder, bin, path);
    if (local.rank != UI_FOUND_NOTHING) best = local;
  }
  set_allocated_type(path, &best);
  g_array_unref(path);
  return best;
}

static UiFound find_static(UiFinder *finder, uint32_t bin) {
  UiFound found = {.rank = UI_FOUND_NOTHING};
  UiModule *module;
  const UiStatic *variable = ui_debug_static(finder->debug, bin, &module);
  if (variable == NULL || variable->within != 0) return found;
  Dwarf_Die die = variable->die;
  found = (UiFound){.rank = UI_FOUND_FIELD, .module = module, .variable = finder->profile->bins[bin].name, .data_type = ""};
  const char *name = ui_die_name(&die);
  if (name != NULL) {
    g_autofree char *whole = g_strconcat(ui_die_scope(module, &die), name, NULL);
    found.variable = ui_finder_string(finder, whole);
  }
  if (variable->found == UI_STATIC_COMMON) {
    found.common = variable;
  } else if (ui_die_type(&die, &found.type)) {
    g_autofree char *type = ui_type_name(module, &found.type);
    found.data_type = ui_finder_string(finder, type);
    Dwarf_Die peeled;
    found.has_type = true;
    found.has_element = !ui_die_peel(&found.type, &peeled) || !dwarf_hasattr(&peeled, DW_AT_data_location);
    ui_type_element(&found.type, &found.element);
  }
  return found;
}

void ui_finder_use_slots(UiFinder *finder, const UiSlots *slots) {
  finder->slots = slots;
}

static UiFound find_slot(UiFinder *finder, uint32_t bin) {
  UiFound found = {.rank = UI_FOUND_NOTHING};
  const UiSlotVariable *slot = finder->slots != NULL ? ui_slots_get(finder->slots, bin) : NULL;
  if (slot == NULL || slot->variable == NULL) return found;
  found = (UiFound){.rank = UI_FOUND_LOCAL, .module = slot->module, .variable = slot->variable, .type = slot->type};
  g_autofree char *type = ui_type_name(slot->module, &found.type);
  found.data_type = ui_finder_string(finder, type);
  found.has_type = true;
  return found;
}

const UiFound *ui_finder_bin(UiFinder *finder, uint32_t bin) {
  static const UiFound nothing = {.rank = UI_FOUND_NOTHING};
  const char *kind = finder->profile->bins[bin].kind;
  if (finder->state[bin] == 2) return &finder->found[bin];
  if (finder->state[bin] == 1) return &nothing;
  finder->state[bin] = 1;
  if (strcmp(kind, "heap") == 0 || strcmp(kind, "mmap") == 0)
    finder->found[bin] = find_heap(finder, bin);
  else if (strcmp(kind, "static") == 0 || strcmp(kind, "tls") == 0)
    finder->found[bin] = find_static(finder, bin);
  else if (strcmp(kind, "stack") == 0)
    finder->found[bin] = find_slot(finder, bin);
  finder->state[bin] = 2;
  return &finder->found[bin];
}
