/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/name_receiver.h"

#include <dwarf.h>
#include <string.h>

#include "bins/bin_table.h"
#include "ui/names/name_pointers.h"
#include "ui/names/name_symbol.h"
#include "ui/names/name_type_name.h"

static bool is_kind(const ProfileBin *bin, const char *kind) { return strcmp(bin->kind, kind) == 0; }

/* ---- static and thread-local data ---- */

static NameResult in_static(NameSearchContext *finder, const ProfileReceiver *receiver) {
  NameResult found = {.rank = NAME_FOUND_NOTHING};
  NameModule *module;
  NamePlaceInType place;
  const NameStatic *variable = name_debug_static(name_search_context_debug(finder), receiver->target, &module);
  if (variable != NULL && variable->found == NAME_STATIC_VARIABLE) {
    Dwarf_Die die = variable->die, type;
    const char *name = name_die_name(&die);
    if (name_die_is_library(module, &die) || !name_die_type(&die, &type)) return found;
    if (!name_type_walk(module, &type, variable->within + receiver->offset, &place)) return found;
    /* A structured binding has no name except that of its symbol. */
    const ProfileBin *bin = &name_search_context_profile(finder)->bins[receiver->target];
    g_autofree char *whole = name != NULL ? g_strconcat(name_die_scope(module, &die), name, NULL)
                                          : name_symbol_variable(bin->name);
    name_search_context_place(finder, module, whole, &place, NAME_FOUND_FIELD, 0, &found);
  }
  return found;
}

/* ---- the heap ---- */

/* Returns whether the block at this place is internal to a container, such as nodes and tables, and does not contain
 * data that the program put into the container. */
static bool is_inside(const NameResult *container, NamePlaceInType *place) {
  Dwarf_Die element = container->element, argument = container->argument, target;
  if (!container->has_argument) return false;
  g_autofree char *of_element = name_type_name(container->module, &element);
  g_autofree char *of_argument = name_type_name(container->module, &argument);
  if (strcmp(of_element, of_argument) == 0) return false;
  if (!name_type_pointee(&place->leaf, &target)) return true;
  g_autofree char *of_target = name_type_name(container->module, &target);
  return name_die_is_library(container->module, &target) || strcmp(of_target, of_argument) == 0;
}

/* Returns the link from the target's variable to a place in its blocks. If there is only one block, the link is "->nz"
 * or "[].name"; if blocks contain only addresses, it is "[]". NULL: the name of the place begins with the type of the
 * blocks instead. The caller owns the link. */
static char *heap_link(NameSearchContext *finder, const ProfileReceiver *receiver, const NameResult *target,
                       const char *path) {
  const ProfileBin *bin = &name_search_context_profile(finder)->bins[receiver->target];
  Dwarf_Die element = target->element;
  if (target->variable == NULL) return NULL;
  if (*path == '\0') return g_strdup("[]");
  if (bin->blocks != 1) return NULL;
  return bin->bytes / 2 >= name_die_size(&element) ? g_strdup_printf("[]%s", path)
                                                   : g_strdup_printf("->%s", path + (*path == '.'));
}

/* Returns the name of a place that a link from the target reaches, and sets *chain to the links of the name. A repeated
 * member is written only once, as in "first->next...". The middle of a long chain is omitted, as in "top...->left". The
 * caller owns the name. */
static char *linked_name(const NameResult *target, const char *link, NameChain *chain) {
  enum { MOST_LINKS = 4 };
  const NameChain *before = &target->chain;
  const bool again = before->links != 0 && strcmp(before->last, link) == 0;
  *chain = (NameChain){before->links != 0 ? before->root : target->variable, link, before->links, before->open};
  if (again && (before->open || g_str_has_prefix(link, "->"))) {
    chain->open = true;
    return before->open ? g_strdup(target->variable) : g_strconcat(target->variable, "...", NULL);
  }
  chain->open = before->links == MOST_LINKS;
  if (chain->open) return g_strconcat(chain->root, "...", link, NULL);
  chain->links++;
  return g_strconcat(target->variable, link, NULL);
}

static NameResult in_heap(NameSearchContext *finder, const ProfileReceiver *receiver) {
  NameResult found = {.rank = NAME_FOUND_NOTHING};
  NamePlaceInType place;
  if (receiver->target == receiver->bin) return found;
  const NameResult *target = name_search_context_known(finder, receiver->target);
  if (!target->has_element) return found;
  Dwarf_Die element = target->element;
  const uint64_t size = name_die_size(&element);
  if (size == 0 || !name_type_walk(target->module, &element, receiver->offset % size, &place)) return found;
  if (target->variable != NULL && is_inside(target, &place)) {
    Dwarf_Die pointee;
    g_string_free(place.path, TRUE);
    found = *target;
    found.has_element = false;
    /* A place that is no pointer can also belong to another type than that of the elements. */
    if (!name_type_pointee(&place.leaf, &pointee)) found.rank = NAME_FOUND_PARTS;
    return found;
  }
  NameChain chain = {NULL, NULL, 0, false};
  g_autofree char *link = heap_link(finder, receiver, target, place.path->str);
  g_autofree char *type = name_type_name(target->module, &element);
  g_autofree char *name = link != NULL ? linked_name(target, name_search_context_string(finder, link), &chain)
                                       : g_strconcat(name_type_name_plain(type), place.path->str, NULL);
  g_string_truncate(place.path, 0);
  if (name_search_context_place(finder, target->module, name, &place, NAME_FOUND_FIELD, 0, &found)) found.chain = chain;
  return found;
}

/* ---- the stack ---- */

/* Returns the variable at an offset from the canonical frame address. If several scopes have a variable there, returns
 * the variable of the innermost scope. Sets *within to the offset in the variable. */
static const NameLocal *local_at(const NameCallSite *site, int64_t at, uint64_t *within) {
  const NameLocal *best = NULL;
  for (guint i = 0; i < site->locals->len; i++) {
    const NameLocal *local = &g_array_index(site->locals, NameLocal, i);
    Dwarf_Die die = local->die, type;
    if (local->spot.kind != NAME_SPOT_FRAME || at < local->spot.at || !name_die_type(&die, &type)) continue;
    const uint64_t behind = (uint64_t)(at - local->spot.at);
    if (behind >= name_die_size(&type) || (best != NULL && best->depth <= local->depth)) continue;
    best = local;
    *within = behind;
  }
  return best;
}

/* Returns whether the variable is declared after the current line. Before its declaration, another variable can be at
 * the same location. */
static bool comes_later(Dwarf_Die *variable, const NameActive *active) {
  uint64_t line;
  const char *file = dwarf_decl_file(variable);
  if (file == NULL || active->line == 0 || !name_die_number(variable, DW_AT_decl_line, &line)) return false;
  return line > active->line && strcmp(profile_basename(file), profile_basename(active->file)) == 0;
}

/* Returns the variable whose address is stored at an offset from the canonical frame address; NULL: none. */
static const NameLocal *local_behind(const NameCallSite *site, int64_t at) {
  for (guint i = 0; i < site->locals->len; i++) {
    const NameLocal *local = &g_array_index(site->locals, NameLocal, i);
    if (local->spot.kind == NAME_SPOT_BEHIND_FRAME && local->spot.at == at) return local;
  }
  return NULL;
}

/* Returns the index of the active function of a call site to which the local variable belongs. */
static guint step_of(const NameCallSite *site, const NameLocal *local) {
  guint step = 0;
  for (; step + 1 < site->active->len; step++)
    if (local->depth <= g_array_index(site->active, NameActive, step).scope) break;
  return step;
}

/* Finds the local variable whose memory is the whole block. Parameters do not count, because their memory is a variable
 * of another function. */
static bool whole_place(NameSearchContext *finder, const NameCallSite *site, const ProfileReceiver *receiver,
                        guint first_step, NameResult *found) {
  const NameLocal *local = local_behind(site, -(int64_t)receiver->offset);
  if (local == NULL) return false;
  Dwarf_Die die = local->die;
  if (dwarf_tag(&die) != DW_TAG_variable) return false;
  *found = name_search_context_whole(finder, site->module, &die, first_step + step_of(site, local));
  return found->rank != NAME_FOUND_NOTHING;
}

/* Finds the variable in a function's frame that received the address. Returns false if no variable at this place can
 * hold an address. Variables of the language's library do not count. */
static bool frame_place(NameSearchContext *finder, const NameCallSite *site, const ProfileReceiver *receiver,
                        guint first_step, NameResult *found) {
  uint64_t within;
  NamePlaceInType place;
  if (site->scopes == NULL) return false;
  const NameLocal *local = local_at(site, -(int64_t)receiver->offset, &within);
  if (local == NULL) return whole_place(finder, site, receiver, first_step, found);
  Dwarf_Die die = local->die, type;
  const guint step = step_of(site, local);
  const NameActive *active = &g_array_index(site->active, NameActive, step);
  if (active->library || comes_later(&die, active) || !name_die_type(&die, &type)) return false;
  if (!name_type_walk(site->module, &type, within, &place)) return false;
  return name_search_context_place(finder, site->module, name_die_name(&die), &place, NAME_FOUND_LOCAL,
                                   first_step + step, found);
}

/* Returns whether the called function of a call site has this symbol. For example, the function "f" of the debug
 * information has the symbol "f(int)". */
static bool is_function(const NameCallSite *site, const char *symbol) {
  if (site->scopes == NULL) return false;
  Dwarf_Die function = g_array_index(site->scopes, Dwarf_Die, site->scopes->len - 1);
  const char *name = name_die_name(&function);
  if (name == NULL) return false;
  g_autofree char *plain = g_strndup(name, strcspn(name, "<"));
  return strstr(symbol, plain) != NULL;
}

/* Returns the name of the function to which a stack bin belongs. */
static const char *stack_function(const Profile *profile, uint32_t bin) {
  const ProfileSlot *slot = profile_slot(profile, bin);
  return slot != NULL ? profile->segments[slot->segment].name : profile->bins[bin].name;
}

/* Finds the variable that received the address, in the frame of the function in the call path to which the stack bin
 * belongs. */
static NameResult in_stack(NameSearchContext *finder, const ProfileReceiver *receiver, const GArray *path) {
  NameResult found = {.rank = NAME_FOUND_NOTHING};
  const char *function = stack_function(name_search_context_profile(finder), receiver->target);
  uint32_t last_frame = UINT32_MAX;
  for (guint i = 0; i < path->len; i++) {
    const NamePathStep *step = &g_array_index(path, NamePathStep, i);
    if (!step->known || step->frame == last_frame) continue;
    last_frame = step->frame;
    if (is_function(step->site, function) && frame_place(finder, step->site, receiver, i, &found)) return found;
  }
  return found;
}

/* ---- receivers of all kinds ---- */

/* Returns whether the receiver got the address of a part of the block. Another name can be better for such a part. */
static bool is_of_part(const ProfileReceiver *receiver) { return receiver->inside > BIN_AT_START; }

static NameResult at_receiver(NameSearchContext *finder, const ProfileReceiver *receiver, const GArray *path) {
  const ProfileBin *target = &name_search_context_profile(finder)->bins[receiver->target];
  if (is_kind(target, "static") || is_kind(target, "tls")) return in_static(finder, receiver);
  if (is_kind(target, "heap")) return in_heap(finder, receiver);
  if (is_kind(target, "stack")) return in_stack(finder, receiver, path);
  return (NameResult){.rank = NAME_FOUND_NOTHING};
}

static bool is_better(const NameResult *one, const NameResult *than) {
  if (one->rank != than->rank) return one->rank > than->rank;
  if (than->may_be_part != NULL && one->may_be_part == NULL) return true;
  return one->rank == NAME_FOUND_LOCAL && one->frame > than->frame;
}

static uint32_t segment_of(const Profile *profile, const ProfileReceiver *receiver) {
  return profile->places[profile->calls[receiver->call].place].segment;
}

static bool is_in_path(const Profile *profile, const ProfileBin *bin, uint32_t segment) {
  for (uint32_t i = 0; i < bin->frames.count; i++)
    if (profile_frame_place(profile, bin, i)->segment == segment) return true;
  return false;
}

/* Returns whether the block is a pool. A function allocates a pool, returns parts of it, and stores the address of the
 * next part. The owner of the first part then has the address of the block, but does not own the block. */
static bool begins_with_pool(const Profile *profile, uint32_t bin, const ProfileReceiver *receivers, uint32_t n) {
  if (n == 0 || !is_of_part(&receivers[0]) || is_kind(&profile->bins[receivers[0].target], "stack")) return false;
  const uint32_t segment = segment_of(profile, &receivers[0]);
  for (uint32_t i = 1; i < n; i++)
    if (!is_of_part(&receivers[i]) && segment_of(profile, &receivers[i]) == segment) return false;
  return is_in_path(profile, &profile->bins[bin], segment);
}

/* Returns the index of the first relevant receiver. A receiver that got the address of a part of the block is relevant
 * only if the block is a pool. */
static uint32_t first_whole(const NameSearchContext *finder, uint32_t bin, const ProfileReceiver *receivers,
                            uint32_t n) {
  if (begins_with_pool(name_search_context_profile(finder), bin, receivers, n)) return 0;
  return n != 0 && is_of_part(&receivers[0]) ? 1 : 0;
}

uint32_t name_receiver_next_block(const NameSearchContext *finder, uint32_t bin, uint32_t *from) {
  uint32_t n;
  const Profile *profile = name_search_context_profile(finder);
  const ProfileReceiver *receivers = profile_receivers(profile, bin, &n);
  if (*from == 0) *from = first_whole(finder, bin, receivers, n);
  while (*from < n) {
    const uint32_t number = (*from)++;
    const uint32_t target = receivers[number].target;
    if (is_of_part(&receivers[number]) && number != 0) continue;
    if (target != bin && is_kind(&profile->bins[target], "heap")) return target;
  }
  return NAME_FINDER_NONE;
}

/* Receiver number `number` is in the variable `found`. Returns whether the source line that stored the block's address
 * there also stored addresses inside the block to that variable. Such a line stores the addresses of elements, as in
 * `bucket[hash] = &pool[i]`, and the first element has the same address as the block. (A line that stores them to
 * different variables divides the block.) */
static bool is_of_elements(NameSearchContext *finder, const ProfileReceiver *receivers, uint32_t n, uint32_t number,
                           const GArray *path, const NameResult *found) {
  const Profile *profile = name_search_context_profile(finder);
  const uint32_t place = profile->calls[receivers[number].call].place;
  if (is_of_part(&receivers[number])) return false;
  for (uint32_t i = 0; i < n; i++) {
    if (!is_of_part(&receivers[i]) || profile->calls[receivers[i].call].place != place) continue;
    const NameResult part = at_receiver(finder, &receivers[i], path);
    if (part.rank == NAME_FOUND_NOTHING || strcmp(part.variable, found->variable) == 0) return true;
  }
  return false;
}

/* Sets NameResult.may_be_part of the variable of a receiver. */
static void set_may_be_part(const NameSearchContext *finder, const ProfileReceiver *receiver, NameResult *found) {
  const Profile *profile = name_search_context_profile(finder);
  const ProfileBin *target = &profile->bins[receiver->target];
  if (is_kind(target, "heap") && receiver->offset == 0 && profile->bins[receiver->bin].blocks == 1 &&
      target->bytes > target->blocks * sizeof(uint64_t) && g_str_has_suffix(found->variable, "[]"))
    found->may_be_part = profile_function(profile, segment_of(profile, receiver))->name;
}

NameResult name_receiver_best(NameSearchContext *finder, uint32_t bin, const GArray *path) {
  NameResult best = {.rank = NAME_FOUND_NOTHING};
  uint32_t n;
  const ProfileReceiver *receivers = profile_receivers(name_search_context_profile(finder), bin, &n);
  for (uint32_t i = first_whole(finder, bin, receivers, n); i < n; i++) {
    if (is_of_part(&receivers[i]) && i != 0) continue;
    NameResult found = at_receiver(finder, &receivers[i], path);
    if (found.rank > NAME_FOUND_LOCAL && is_of_elements(finder, receivers, n, i, path, &found))
      found.rank = NAME_FOUND_PARTS;
    if (found.rank > NAME_FOUND_LOCAL) set_may_be_part(finder, &receivers[i], &found);
    if (is_better(&found, &best)) best = found;
  }
  return best;
}

void name_receiver_locals(NameSearchContext *finder, uint32_t bin, const GArray *path, NameResult *by_step) {
  uint32_t n;
  const ProfileReceiver *receivers = profile_receivers(name_search_context_profile(finder), bin, &n);
  for (uint32_t i = 0; i < n; i++) {
    if (!is_kind(&name_search_context_profile(finder)->bins[receivers[i].target], "stack") || is_of_part(&receivers[i]))
      continue;
    const NameResult found = in_stack(finder, &receivers[i], path);
    if (found.rank == NAME_FOUND_LOCAL && by_step[found.frame].rank == NAME_FOUND_NOTHING) by_step[found.frame] = found;
  }
}

/* ---- all variables that hold an address ---- */

/* Adds a name, unless it is NULL, and frees it. */
static void add_holder(GString *holders, char *name) {
  if (name != NULL) name_pointers_add(holders, name);
  g_free(name);
}

static void add_static(NameSearchContext *finder, const ProfileReceiver *receiver, GString *holders) {
  NameModule *module;
  const NameStatic *variable = name_debug_static(name_search_context_debug(finder), receiver->target, &module);
  if (variable == NULL || variable->found != NAME_STATIC_VARIABLE) return;
  Dwarf_Die die = variable->die, type;
  if (name_die_type(&die, &type))
    add_holder(holders, name_type_field(module, &type, variable->within + receiver->offset));
}

static void add_heap(NameSearchContext *finder, const ProfileReceiver *receiver, GString *holders) {
  const NameResult *target = receiver->target != receiver->bin ? name_search_context_known(finder, receiver->target)
                                                               : NULL;
  if (target == NULL || !target->has_element) return;
  Dwarf_Die element = target->element;
  const uint64_t size = name_die_size(&element);
  if (size != 0) add_holder(holders, name_type_field(target->module, &element, receiver->offset % size));
}

/* Adds the variable that received the address, in the frame of the function that stored the address, or in that of a
 * caller. */
static void add_stack(NameSearchContext *finder, const ProfileReceiver *receiver, GString *holders) {
  const char *function = stack_function(name_search_context_profile(finder), receiver->target);
  const NameCallSite *site = name_debug_call(name_search_context_debug(finder), receiver->call);
  uint64_t within;
  if (!is_function(site, function)) return;
  const NameLocal *local = local_at(site, -(int64_t)receiver->offset, &within);
  if (local == NULL) return;
  Dwarf_Die die = local->die, type;
  if (!name_die_type(&die, &type)) return;
  char *field = name_type_field(site->module, &type, within);
  if (field == NULL) field = g_strdup_printf("%s in %s", name_die_name(&die), function);
  add_holder(holders, field);
}

char *name_receiver_holders(NameSearchContext *finder, uint32_t bin, const GArray *path) {
  GString *holders = g_string_new(NULL);
  uint32_t n;
  const ProfileReceiver *receivers = profile_receivers(name_search_context_profile(finder), bin, &n);
  for (uint32_t i = 0; i < n; i++) {
    const ProfileBin *target = &name_search_context_profile(finder)->bins[receivers[i].target];
    if (is_kind(target, "heap")) name_search_context_bin(finder, receivers[i].target);
    const NameResult found = at_receiver(finder, &receivers[i], path);
    if (found.rank > NAME_FOUND_LOCAL) name_pointers_add(holders, found.variable);
    if (is_kind(target, "static") || is_kind(target, "tls")) add_static(finder, &receivers[i], holders);
    if (is_kind(target, "heap")) add_heap(finder, &receivers[i], holders);
    if (is_kind(target, "stack")) add_stack(finder, &receivers[i], holders);
  }
  return g_string_free(holders, FALSE);
}
