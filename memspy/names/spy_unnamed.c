/* spy_unnamed.c: see spy_unnamed.h. SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/names/spy_unnamed.h"

#include "memspy/setup/spy_state.h"

static XArray *objects; /* array of XArray * with spy_bounds, by object's number in the table; NULL: not read yet */

const spy_bounds *spy_unnamed_function(UInt object, Addr link) {
  XArray *const none = NULL;
  if (!objects) objects = VG_(newXA)(VG_(malloc), "spy.unnamed", VG_(free), sizeof(XArray *));
  while (VG_(sizeXA)(objects) <= object) VG_(addToXA)(objects, &none);
  XArray **functions = VG_(indexXA)(objects, object);
  if (!*functions) *functions = spy_eh_frame_read(bin_table_get_object(spy_table, object)->path);
  return spy_eh_frame_find(*functions, link);
}

UInt spy_unnamed_segment(UInt object, const spy_bounds *function) {
  HChar name[32];
  VG_(sprintf)(name, "func_%lx", function->low);
  return bin_table_segment(spy_table, name, object, bin_table_file(spy_table, ""), 0);
}
