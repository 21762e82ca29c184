/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/ui_find.h"

#include <dwarf.h>
#include <string.h>

#include "bins/bin_table.h"
#include "ui/names/ui_receiver.h"
#include "ui/names/ui_statement.h"
#include "ui/names/ui_type_name.h"

enum {
  MOST_STEPS = 12, /* limit of callers to search for one that stores the address */
  MOST_UNKNOWN = 3 /* limit of callers without debug information that are assumed to return the address */
};

/* Sets the element type from the type of a C++ allocator in the call path, also for nodes of lists and trees. */
static void set_allocated_type(const GArray *path, UiFound *found) {
  for (guint i = 0; i < path->len; i++) {
    const UiPathStep *step = &g_array_index(path, UiPathStep, i);
    if (!step->known || !step->active.library) return;
    Dwarf_Die function = step->active.function, around, child;
    if (strcmp(step->name, "allocate") != 0 || !ui_die_parent(step->active.module, &function, &around)) continue;
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

/* Whether a step from `from` on has a variable; field: a field of a struct. */
static bool any_from(const UiFound *by_step, guint from, guint n, bool field) {
  for (guint i = from; i < n; i++)
    if (by_step[i].rank != UI_FOUND_NOTHING && (!field || strchr(by_step[i].variable, '.') != NULL)) return true;
  return false;
}

/* Whether a function without debug information stores the block that it allocates, instead of returning it. If it stored
 * the address outside of its stack, the block is a part of another data structure. */
static bool keeps_address(const UiFinder *finder, uint32_t bin, const UiPathStep *step) {
  const UiProfile *profile = ui_finder_profile(finder);
  const uint32_t segment = ui_profile_frame_place(profile, &profile->bins[bin], step->frame)->segment;
  uint32_t n;
  const UiReceiver *receivers = ui_profile_receivers(profile, bin, &n);
  for (uint32_t i = 0; i < n; i++) {
    const UiCall *store = &profile->calls[receivers[i].call];
    if (receivers[i].inside <= BIN_AT_START && receivers[i].target != bin &&
        profile->places[store->place].segment == segment &&
        strcmp(profile->bins[receivers[i].target].kind, "stack") != 0)
      return true;
  }
  return false;
}

/* The variable that a step's statement assigns, unless an inner step has lost the address. */
static UiFound stated(UiFinder *finder, uint32_t bin, const UiPathStep *step, guint index, const char *callee,
                      bool lost, bool *passes_on) {
  if (!lost) return ui_statement_receiver(finder, bin, step, index, callee, passes_on);
  *passes_on = false;
  return (UiFound){.rank = UI_FOUND_NOTHING};
}

/* Whether each block of the bin is exactly one struct of the type. */
static bool is_one_struct(const UiBin *bin, Dwarf_Die *type) {
  Dwarf_Die peeled;
  if (!ui_die_peel(type, &peeled)) return false;
  const int tag = dwarf_tag(&peeled);
  const bool is_struct = tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
  return is_struct && bin->blocks != 0 && bin->bytes == bin->blocks * ui_die_size(&peeled);
}

/* A variable found further out; if its type hides the element (void *), with the element of the variable found before.
 * Data that an allocator stores next to the returned block, such as a length, are ignored. */
static UiFound with_element(const UiBin *bin, UiFound found, const UiFound *before) {
  Dwarf_Die element = before->element;
  if (found.has_element || !before->has_element || found.module != before->module) return found;
  if (!is_one_struct(bin, &element)) return found;
  found.element = element;
  found.has_element = true;
  return found;
}

/* Walks the call path outwards, to the outermost function that stores the address. */
static UiFound walk_path(UiFinder *finder, uint32_t bin, const GArray *path) {
  UiFound best = {.rank = UI_FOUND_NOTHING};
  const UiBin *of = &ui_finder_profile(finder)->bins[bin];
  g_autofree UiFound *by_step = g_new0(UiFound, path->len);
  ui_receiver_locals(finder, bin, path, by_step);
  const char *callee = NULL;
  bool lost = false;
  for (guint i = 0, steps = 0, unknown = 0; i < path->len && steps < MOST_STEPS; i++) {
    const UiPathStep *step = &g_array_index(path, UiPathStep, i);
    bool passes_on;
    UiFound found = by_step[i];
    if (!step->known && !step->active.library) lost |= ++unknown > MOST_UNKNOWN || keeps_address(finder, bin, step);
    if (step->known && !step->active.library) {
      steps++;
      if (found.rank != UI_FOUND_NOTHING)
        passes_on = ui_statement_returns(finder, step, found.variable);
      else
        found = stated(finder, bin, step, i, callee, lost, &passes_on);
      /* The variable of a struct, which is known further out, names its field, not the type. */
      if (found.rank > UI_FOUND_LOCAL && any_from(by_step, i + 1, path->len, true)) found.rank = UI_FOUND_NOTHING;
      if (found.rank != UI_FOUND_NOTHING) best = with_element(of, found, &best);
      if (found.rank > UI_FOUND_LOCAL) break;
      if (!passes_on && !any_from(by_step, i + 1, path->len, false)) break;
    }
    callee = step->name;
  }
  return best;
}

/* Does a class have virtual functions: a pointer to their table? */
static bool is_polymorphic(Dwarf_Die *type) {
  Dwarf_Die peeled, member, base;
  if (!ui_die_peel(type, &peeled)) return false;
  for (unsigned depth = 0; depth < UI_DIE_DEEPEST && ui_die_child(&peeled, &member); depth++) {
    bool more = true;
    while (more && dwarf_tag(&member) != DW_TAG_member && dwarf_tag(&member) != DW_TAG_inheritance)
      more = ui_die_next(&member);
    if (!more) return false;
    const char *name = ui_die_name(&member);
    if (name != NULL && g_str_has_prefix(name, "_vptr")) return true;
    if (dwarf_tag(&member) != DW_TAG_inheritance || !ui_die_type(&member, &base) || !ui_die_peel(&base, &peeled))
      return false;
  }
  return false;
}

/* A pointer to a class with virtual functions can lead to an object of a derived class. Blocks of another size are such
 * objects, or arrays: their type is unknown. */
static void drop_base_class(const UiBin *bin, UiFound *found) {
  Dwarf_Die element = found->element;
  if (!found->has_element || !is_polymorphic(&element) || bin->blocks == 0) return;
  if (bin->bytes != bin->blocks * ui_die_size(&element)) found->has_element = false;
}

static UiFound find_heap(UiFinder *finder, uint32_t bin) {
  GArray *path = ui_finder_path(finder, bin);
  UiFound best = ui_receiver_best(finder, bin, path);
  if (best.rank <= UI_FOUND_UNTYPED) {
    const UiFound local = walk_path(finder, bin, path);
    if (best.rank == UI_FOUND_UNTYPED)
      best = with_element(&ui_finder_profile(finder)->bins[bin], best, &local);
    else if (local.rank != UI_FOUND_NOTHING)
      best = local;
  }
  drop_base_class(&ui_finder_profile(finder)->bins[bin], &best);
  set_allocated_type(path, &best);
  g_array_unref(path);
  return best;
}

static UiFound find_static(UiFinder *finder, uint32_t bin) {
  UiFound found = {.rank = UI_FOUND_NOTHING};
  UiModule *module;
  const UiStatic *variable = ui_debug_static(ui_finder_debug(finder), bin, &module);
  if (variable == NULL || variable->within != 0) return found;
  Dwarf_Die die = variable->die;
  found = (UiFound){.rank = UI_FOUND_FIELD,
                    .module = module,
                    .variable = ui_finder_profile(finder)->bins[bin].name,
                    .data_type = ""};
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

static UiFound find_slot(UiFinder *finder, uint32_t bin) {
  UiFound found = {.rank = UI_FOUND_NOTHING};
  const UiSlotVariable *slot = ui_slots_get(ui_finder_slots(finder), bin);
  if (slot == NULL || slot->variable == NULL) return found;
  found = (UiFound){.rank = UI_FOUND_LOCAL, .module = slot->module, .variable = slot->variable, .type = slot->type};
  g_autofree char *type = ui_type_name(slot->module, &found.type);
  found.data_type = ui_finder_string(finder, type);
  found.has_type = true;
  return found;
}

static bool is_of_heap(const UiFinder *finder, uint32_t bin) {
  const char *kind = ui_finder_profile(finder)->bins[bin].kind;
  return strcmp(kind, "heap") == 0 || strcmp(kind, "mmap") == 0;
}

static UiFound find_bin(UiFinder *finder, uint32_t bin) {
  const char *kind = ui_finder_profile(finder)->bins[bin].kind;
  if (is_of_heap(finder, bin)) return find_heap(finder, bin);
  if (strcmp(kind, "static") == 0 || strcmp(kind, "tls") == 0) return find_static(finder, bin);
  if (strcmp(kind, "stack") == 0) return find_slot(finder, bin);
  return (UiFound){.rank = UI_FOUND_NOTHING};
}

static uint32_t next_bin(const UiFinder *finder, uint32_t bin, uint32_t *from) {
  return is_of_heap(finder, bin) ? ui_receiver_next_block(finder, bin, from) : UI_FINDER_NONE;
}

const UiFind ui_find = {.find = find_bin, .next = next_bin};
