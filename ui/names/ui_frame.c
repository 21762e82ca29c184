/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/names/ui_frame.h"

#include <stdlib.h>

#include "bins/bin_slot.h"

enum { MOST_SHARING = 3 };

/* An address in the function at which its frame is complete. */
static Dwarf_Addr complete_at(Dwarf_Die *function) {
  Dwarf_Addr *points, low = 0;
  const int n = dwarf_entry_breakpoints(function, &points);
  dwarf_entrypc(function, &low);
  if (n <= 0) return low;
  low = points[0];
  free(points);
  return low;
}

GArray *ui_frame_locals(UiModule *module, Dwarf_Die *function) {
  return ui_scope_frame(module, function, complete_at(function));
}

/* Appends the names of the variables with a depth that overlap [from, end). Returns the first; NULL: none. */
static const UiLocal *append_names(const GArray *locals, int64_t from, int64_t end, unsigned depth, GString *names) {
  const UiLocal *first = NULL;
  unsigned n = 0;
  for (guint i = 0; i < locals->len && n < MOST_SHARING; i++) {
    const UiLocal *local = &g_array_index(locals, UiLocal, i);
    Dwarf_Die die = local->die, type;
    if (local->depth != depth || !ui_die_type(&die, &type)) continue;
    if (local->spot.at >= end || local->spot.at + (int64_t)ui_die_size(&type) <= from) continue;
    if (n++ == 0) first = local;
    g_string_append_printf(names, "%s%s", n > 1 ? UI_FRAME_BETWEEN : "", ui_die_name(&die));
  }
  return first;
}

const UiLocal *ui_frame_in(const GArray *locals, uint64_t below, GString *names) {
  const int64_t from = -(int64_t)below, end = from + (int64_t)bin_slot_bytes(below);
  const UiLocal *first = append_names(locals, from, end, 0, names);
  return first != NULL ? first : append_names(locals, from, end, UI_SCOPE_ELSEWHERE, names);
}
