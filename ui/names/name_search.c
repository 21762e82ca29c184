/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/name_search.h"

#include <dwarf.h>
#include <string.h>

#include "bins/bin_table.h"
#include "ui/names/name_receiver.h"
#include "ui/names/name_statement.h"
#include "ui/names/name_type_name.h"

enum {
  MOST_STEPS = 12, /* maximum number of callers that are searched for one that stores the address */
  ROUNDED_TO = 16, /* multiple to which an allocator rounds the size of a block */
  MOST_UNKNOWN = 3 /* maximum number of callers without debug information that are assumed to return the address */
};

/* Sets the type of the elements to the type of a C++ allocator in the call path. This also works for the nodes of lists
 * and trees. */
static void set_allocated_type(const GArray *path, NameResult *found) {
  for (guint i = 0; i < path->len; i++) {
    const NamePathStep *step = &g_array_index(path, NamePathStep, i);
    if (!step->known || !step->active.library) return;
    Dwarf_Die function = step->active.function, around, child;
    if (strcmp(step->name, "allocate") != 0 || !name_die_parent(step->active.module, &function, &around)) continue;
    const char *name = name_die_name(&around);
    if (name == NULL || strstr(name, "new_allocator<") == NULL) continue;
    for (bool more = name_die_child(&around, &child); more; more = name_die_next(&child)) {
      if (dwarf_tag(&child) != DW_TAG_template_type_parameter || !name_die_type(&child, &found->element)) continue;
      found->has_element = true;
      found->module = step->active.module;
      return;
    }
  }
}

/* Returns whether step number `from` or a later step of the path has a variable. If `field` is set, it must be a field
 * of a struct. */
static bool any_from(const NameResult *by_step, guint from, guint n, bool field) {
  for (guint i = from; i < n; i++)
    if (by_step[i].rank != NAME_FOUND_NOTHING && (!field || strchr(by_step[i].variable, '.') != NULL)) return true;
  return false;
}

/* Returns whether a function without debug information keeps the block that it allocates, instead of returning it. It
 * keeps the block if it stored the address outside of its stack. The block is then a part of another data structure. */
static bool keeps_address(const NameSearchContext *finder, uint32_t bin, const NamePathStep *step) {
  const Profile *profile = name_search_context_profile(finder);
  const uint32_t segment = profile_frame_place(profile, &profile->bins[bin], step->frame)->segment;
  uint32_t n;
  const ProfileReceiver *receivers = profile_receivers(profile, bin, &n);
  for (uint32_t i = 0; i < n; i++) {
    const ProfileCall *store = &profile->calls[receivers[i].call];
    if (receivers[i].inside <= BIN_AT_START && receivers[i].target != bin &&
        profile->places[store->place].segment == segment &&
        strcmp(profile->bins[receivers[i].target].kind, "stack") != 0)
      return true;
  }
  return false;
}

/* Returns the variable to which the statement of step number `index` assigns the address. `lost`: an inner function
 * did not return the address, so there is no such variable. */
static NameResult stated(NameSearchContext *finder, uint32_t bin, const GArray *path, guint index, const char *callee,
                         bool lost, bool *passes_on) {
  if (!lost) return name_statement_receiver(finder, bin, path, index, callee, passes_on);
  *passes_on = false;
  return (NameResult){.rank = NAME_FOUND_NOTHING};
}

/* Returns whether each block of the bin is one struct of this type. Its size can be rounded up to a multiple of 16,
 * as by PETSc's allocator. */
static bool is_one_struct(const ProfileBin *bin, Dwarf_Die *type) {
  Dwarf_Die peeled;
  if (!name_die_peel(type, &peeled)) return false;
  const int tag = dwarf_tag(&peeled);
  const bool is_struct = tag == DW_TAG_structure_type || tag == DW_TAG_class_type || tag == DW_TAG_union_type;
  const uint64_t size = name_die_size(&peeled), rounded = (size + ROUNDED_TO - 1) / ROUNDED_TO * ROUNDED_TO;
  if (!is_struct || size == 0 || bin->blocks == 0) return false;
  return bin->bytes == bin->blocks * size || bin->bytes == bin->blocks * rounded;
}

/* Returns `found`, whose function is further out in the call path than the function of `before`. If the type of `found`
 * does not contain the type of the elements (void *), and each block is one struct of the type in `before`, adds this
 * type. (Otherwise, the struct can be data, such as a length, that an allocator stores next to the returned block.) */
static NameResult with_element(const ProfileBin *bin, NameResult found, const NameResult *before) {
  Dwarf_Die element = before->element;
  if (found.has_element || !before->has_element || found.module != before->module) return found;
  if (!is_one_struct(bin, &element)) return found;
  found.element = element;
  found.has_element = true;
  return found;
}

/* Searches the call path from the innermost function outwards, up to the outermost function that stores the address. */
static NameResult walk_path(NameSearchContext *finder, uint32_t bin, const GArray *path) {
  NameResult best = {.rank = NAME_FOUND_NOTHING};
  const ProfileBin *of = &name_search_context_profile(finder)->bins[bin];
  g_autofree NameResult *by_step = g_new0(NameResult, path->len);
  name_receiver_locals(finder, bin, path, by_step);
  const char *callee = NULL;
  bool lost = false;
  for (guint i = 0, steps = 0, unknown = 0; i < path->len && steps < MOST_STEPS; i++) {
    const NamePathStep *step = &g_array_index(path, NamePathStep, i);
    bool passes_on;
    NameResult found = by_step[i];
    if (!step->known && !step->active.library) lost |= ++unknown > MOST_UNKNOWN || keeps_address(finder, bin, step);
    if (step->known && !step->active.library) {
      steps++;
      if (found.rank != NAME_FOUND_NOTHING)
        passes_on = name_statement_returns(finder, step, found.variable);
      else
        found = stated(finder, bin, path, i, callee, lost, &passes_on);
      /* If a function further out has a variable for the struct, the name of the field begins with this variable
       * instead of the struct's type. */
      if (found.rank > NAME_FOUND_LOCAL && any_from(by_step, i + 1, path->len, true)) found.rank = NAME_FOUND_NOTHING;
      if (found.rank != NAME_FOUND_NOTHING) best = with_element(of, found, &best);
      if (found.rank > NAME_FOUND_LOCAL) break;
      if (!passes_on && !any_from(by_step, i + 1, path->len, false)) break;
    }
    callee = step->name;
  }
  return best;
}

/* Returns whether a class has virtual functions, and therefore a pointer to their table. */
static bool is_polymorphic(Dwarf_Die *type) {
  Dwarf_Die peeled, member, base;
  if (!name_die_peel(type, &peeled)) return false;
  for (unsigned depth = 0; depth < NAME_DIE_DEEPEST && name_die_child(&peeled, &member); depth++) {
    bool more = true;
    while (more && dwarf_tag(&member) != DW_TAG_member && dwarf_tag(&member) != DW_TAG_inheritance)
      more = name_die_next(&member);
    if (!more) return false;
    const char *name = name_die_name(&member);
    if (name != NULL && g_str_has_prefix(name, "_vptr")) return true;
    if (dwarf_tag(&member) != DW_TAG_inheritance || !name_die_type(&member, &base) || !name_die_peel(&base, &peeled))
      return false;
  }
  return false;
}

/* Removes the element type if the blocks can be objects of a derived class. This is so if the pointer's target is a
 * class with virtual functions, and the blocks have another size. (They can also be arrays.) */
static void drop_base_class(const ProfileBin *bin, NameResult *found) {
  Dwarf_Die element = found->element;
  if (!found->has_element || !is_polymorphic(&element) || bin->blocks == 0) return;
  if (bin->bytes != bin->blocks * name_die_size(&element)) found->has_element = false;
}

/* Returns whether a field of a local struct describes the block better than another variable of type void *: it has the
 * type of the block, or the other variable is an element of an array, which can also have blocks of other kinds. */
static bool is_better_local_field(const NameResult *local, const NameResult *untyped) {
  if (local->rank != NAME_FOUND_LOCAL || strchr(local->variable, '.') == NULL) return false;
  return local->has_element || strstr(untyped->variable, "[]") != NULL;
}

/* Returns whether a local variable belongs to the function that stored the address of the block, or of a part of it, to
 * the variable `part`. */
static bool is_owner(const NameResult *local, const NameResult *part, const GArray *path) {
  if (local->rank != NAME_FOUND_LOCAL || local->frame >= path->len) return false;
  const char *function = g_array_index(path, NamePathStep, local->frame).name;
  return function != NULL && g_str_has_prefix(part->may_be_part, function);
}

static NameResult find_heap(NameSearchContext *finder, uint32_t bin) {
  GArray *path = name_search_context_path(finder, bin);
  NameResult best = name_receiver_best(finder, bin, path);
  if (best.rank <= NAME_FOUND_UNTYPED || best.may_be_part != NULL) {
    const NameResult local = walk_path(finder, bin, path);
    const bool is_owned = best.may_be_part != NULL && is_owner(&local, &best, path);
    if (!is_owned && best.rank == NAME_FOUND_UNTYPED && !is_better_local_field(&local, &best))
      best = with_element(&name_search_context_profile(finder)->bins[bin], best, &local);
    else if (is_owned || (best.rank != NAME_FOUND_FIELD && local.rank != NAME_FOUND_NOTHING))
      best = local;
  }
  drop_base_class(&name_search_context_profile(finder)->bins[bin], &best);
  set_allocated_type(path, &best);
  g_array_unref(path);
  return best;
}

static NameResult find_static(NameSearchContext *finder, uint32_t bin) {
  NameResult found = {.rank = NAME_FOUND_NOTHING};
  NameModule *module;
  const NameStatic *variable = name_debug_static(name_search_context_debug(finder), bin, &module);
  if (variable == NULL || variable->within != 0) return found;
  Dwarf_Die die = variable->die;
  found = (NameResult){.rank = NAME_FOUND_FIELD,
                       .module = module,
                       .variable = name_search_context_profile(finder)->bins[bin].name,
                       .data_type = ""};
  const char *name = name_die_name(&die);
  if (name != NULL) {
    g_autofree char *whole = g_strconcat(name_die_scope(module, &die), name, NULL);
    found.variable = name_search_context_string(finder, whole);
  }
  if (variable->found == NAME_STATIC_COMMON) {
    found.common = variable;
  } else if (name_die_type(&die, &found.type)) {
    g_autofree char *type = name_type_name(module, &found.type);
    found.data_type = name_search_context_string(finder, type);
    Dwarf_Die peeled;
    found.has_type = true;
    found.has_element = !name_die_peel(&found.type, &peeled) || !dwarf_hasattr(&peeled, DW_AT_data_location);
    name_type_element(&found.type, &found.element);
  }
  return found;
}

static NameResult find_slot(NameSearchContext *finder, uint32_t bin) {
  NameResult found = {.rank = NAME_FOUND_NOTHING};
  const NameSlotVariable *slot = name_slots_get(name_search_context_slots(finder), bin);
  if (slot == NULL || slot->variable == NULL) return found;
  found =
      (NameResult){.rank = NAME_FOUND_LOCAL, .module = slot->module, .variable = slot->variable, .type = slot->type};
  g_autofree char *type = name_type_name(slot->module, &found.type);
  found.data_type = name_search_context_string(finder, type);
  found.has_type = true;
  return found;
}

static bool is_of_heap(const NameSearchContext *finder, uint32_t bin) {
  const char *kind = name_search_context_profile(finder)->bins[bin].kind;
  return strcmp(kind, "heap") == 0 || strcmp(kind, "mmap") == 0;
}

static NameResult find_bin(NameSearchContext *finder, uint32_t bin) {
  const char *kind = name_search_context_profile(finder)->bins[bin].kind;
  if (is_of_heap(finder, bin)) return find_heap(finder, bin);
  if (strcmp(kind, "static") == 0 || strcmp(kind, "tls") == 0) return find_static(finder, bin);
  if (strcmp(kind, "stack") == 0) return find_slot(finder, bin);
  return (NameResult){.rank = NAME_FOUND_NOTHING};
}

static uint32_t next_bin(const NameSearchContext *finder, uint32_t bin, uint32_t *from) {
  return is_of_heap(finder, bin) ? name_receiver_next_block(finder, bin, from) : NAME_FINDER_NONE;
}

const NameSearch name_find = {.find = find_bin, .next = next_bin};
