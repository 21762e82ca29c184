/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/name_frame.h"

#include <stdlib.h>

#include "bins/bin_slot.h"

enum { MOST_SHARING = 3 };

/* Returns an address in the function at which its stack frame is complete. */
static Dwarf_Addr complete_at(Dwarf_Die *function) {
  Dwarf_Addr *points, low = 0;
  const int n = dwarf_entry_breakpoints(function, &points);
  dwarf_entrypc(function, &low);
  if (n <= 0) return low;
  low = points[0];
  free(points);
  return low;
}

GArray *name_frame_locals(NameModule *module, Dwarf_Die *function) {
  return name_scope_frame(module, function, complete_at(function));
}

/* Appends the names of those variables with depth `depth` that overlap the bytes from `from` to `end` - 1 of the frame.
 * Returns the first of these variables; NULL: there is none. */
static const NameLocal *append_names(const GArray *locals, int64_t from, int64_t end, unsigned depth, GString *names) {
  const NameLocal *first = NULL;
  unsigned n = 0;
  for (guint i = 0; i < locals->len && n < MOST_SHARING; i++) {
    const NameLocal *local = &g_array_index(locals, NameLocal, i);
    Dwarf_Die die = local->die, type;
    if (local->depth != depth || !name_die_type(&die, &type)) continue;
    if (local->spot.at >= end || local->spot.at + (int64_t)name_die_size(&type) <= from) continue;
    if (n++ == 0) first = local;
    g_string_append_printf(names, "%s%s", n > 1 ? NAME_FRAME_BETWEEN : "", name_die_name(&die));
  }
  return first;
}

const NameLocal *name_frame_in(const GArray *locals, uint64_t below, GString *names) {
  const int64_t from = -(int64_t)below, end = from + (int64_t)bin_slot_bytes(below);
  const NameLocal *first = append_names(locals, from, end, 0, names);
  return first != NULL ? first : append_names(locals, from, end, NAME_SCOPE_ELSEWHERE, names);
}
