/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/name_slots.h"

#include "bins/bin_slot.h"
#include "ui/names/name_frame.h"
#include "ui/names/name_functions.h"

struct NameSlots {
  NameSlotVariable *slots; /* indexed by slot */
  GHashTable *by_bin;      /* number of a bin -> number of its slot, plus 1 */
  GStringChunk *strings;
};

/* A function whose frame has slots, and the variables of the function. */
typedef struct {
  NameModule *module;
  GArray *locals; /* NameLocal: variables of the function; NULL: unknown */
} Frame;

static void frame_free(gpointer data) {
  Frame *frame = data;
  if (frame->locals != NULL) g_array_unref(frame->locals);
  g_free(frame);
}

/* ---- the function of a code segment ---- */

/* The state of a search for functions. */
typedef struct {
  const Profile *profile;
  NameDebug *debug;      /* reader of debug information; NULL: there is no debug information */
  GHashTable *functions; /* number of an object -> NameFunctions */
} Search;

static const NameFunctions *functions_of(const Search *search, uint32_t object, NameModule *module) {
  NameFunctions *functions = g_hash_table_lookup(search->functions, GUINT_TO_POINTER(object));
  if (functions == NULL) {
    functions = name_functions_new(module);
    g_hash_table_insert(search->functions, GUINT_TO_POINTER(object), functions);
  }
  return functions;
}

static Frame *find_frame(const Search *search, uint32_t number) {
  Frame *frame = g_new0(Frame, 1);
  const ProfileSegment *segment = &search->profile->segments[number];
  Dwarf_Die function;
  if (search->debug != NULL) frame->module = name_debug_module(search->debug, segment->object);
  if (frame->module != NULL &&
      name_functions_find(functions_of(search, segment->object, frame->module), segment, &function))
    frame->locals = name_frame_locals(frame->module, &function);
  return frame;
}

/* ---- the variables of a function ---- */

static void find_variable(NameSlots *slots, const Frame *frame, const ProfileSlot *slot, NameSlotVariable *to) {
  if (frame->locals == NULL || slot->below == 0) return;
  g_autoptr(GString) names = g_string_new(NULL);
  const int64_t from = -(int64_t)slot->below;
  const NameLocal *first = name_frame_in(frame->locals, slot->below, names);
  if (first == NULL) return;
  Dwarf_Die die = first->die;
  to->module = frame->module;
  name_die_type(&die, &to->type);
  to->within = from > first->spot.at ? (uint64_t)(from - first->spot.at) : 0;
  to->variable = g_string_chunk_insert_const(slots->strings, names->str);
}

/* Returns a key that is the same for all slots of one variable. The caller owns the key. */
static char *key_of(const ProfileSlot *slot, const NameSlotVariable *variable) {
  return g_strdup_printf("%u %s", slot->segment, variable->variable != NULL ? variable->variable : "");
}

NameSlots *name_slots_new(const Profile *profile, NameDebug *debug) {
  NameSlots *slots = g_new0(NameSlots, 1);
  slots->slots = g_new0(NameSlotVariable, profile->n_slots);
  slots->by_bin = g_hash_table_new(NULL, NULL);
  slots->strings = g_string_chunk_new(1024);
  GHashTable *frames = g_hash_table_new_full(NULL, NULL, NULL, frame_free);
  const Search search = {profile, debug, g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify)name_functions_free)};
  GHashTable *first = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  for (uint32_t i = 0; i < profile->n_slots; i++) {
    const ProfileSlot *slot = &profile->slots[i];
    Frame *frame = g_hash_table_lookup(frames, GUINT_TO_POINTER(slot->segment));
    if (frame == NULL) {
      frame = find_frame(&search, slot->segment);
      g_hash_table_insert(frames, GUINT_TO_POINTER(slot->segment), frame);
    }
    find_variable(slots, frame, slot, &slots->slots[i]);
    char *key = key_of(slot, &slots->slots[i]);
    gpointer bin;
    if (g_hash_table_lookup_extended(first, key, NULL, &bin))
      g_free(key);
    else
      g_hash_table_insert(first, key, bin = GUINT_TO_POINTER(slot->bin));
    slots->slots[i].first = GPOINTER_TO_UINT(bin);
    g_hash_table_insert(slots->by_bin, GUINT_TO_POINTER(slot->bin), GUINT_TO_POINTER(i + 1));
  }
  g_hash_table_destroy(search.functions);
  g_hash_table_destroy(frames);
  g_hash_table_destroy(first);
  return slots;
}

void name_slots_free(NameSlots *slots) {
  if (slots == NULL) return;
  g_free(slots->slots);
  g_hash_table_destroy(slots->by_bin);
  g_string_chunk_free(slots->strings);
  g_free(slots);
}

const NameSlotVariable *name_slots_get(const NameSlots *slots, uint32_t bin) {
  const guint number = GPOINTER_TO_UINT(g_hash_table_lookup(slots->by_bin, GUINT_TO_POINTER(bin)));
  return number != 0 ? &slots->slots[number - 1] : NULL;
}

char *name_slots_name(const NameSlots *slots, const Profile *profile, uint32_t bin) {
  const NameSlotVariable *slot = name_slots_get(slots, bin);
  const ProfileSlot *place = profile_slot(profile, bin);
  const char *function = profile->segments[place->segment].name;
  const bool first = slot->first == bin;
  if (slot->variable == NULL)
    return first ? g_strdup_printf("(stack) %s", function)
                 : g_strdup_printf("(stack) %s, %" G_GUINT64_FORMAT " below", function, place->below);
  return first ? g_strdup_printf("%s in %s", slot->variable, function)
               : g_strdup_printf("%s+%" G_GUINT64_FORMAT " in %s", slot->variable, slot->within, function);
}

uint32_t *name_slots_same(const NameSlots *slots, const Profile *profile) {
  uint32_t *same = g_new(uint32_t, profile->n_bins);
  for (uint32_t i = 0; i < profile->n_bins; i++) {
    const NameSlotVariable *slot = name_slots_get(slots, i);
    same[i] = slot != NULL ? slot->first : i;
  }
  return same;
}
