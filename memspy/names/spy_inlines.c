/* spy_inlines.c: see spy_inlines.h.
 *
 * The file of an inlined function is that of its first instruction that was looked up: the core has the files of
 * instructions, not those of declarations.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/names/spy_inlines.h"

#include "memspy/core/spy_dwarf.h"
#include "memspy/setup/spy_state.h"

/* The debug information of an object. */
typedef struct {
  Bool is_open;
  spy_dwarf *dwarf; /* NULL: none */
  XArray *files;    /* array of UInt, indexed by function: the function's file + 1; 0: unknown so far */
} object;

static XArray *objects; /* array of object, indexed by the object's number in the table */

Bool spy_inlines_is_c_library(const HChar *path) {
  static const HChar *const names[] = {"libc.so*", "libc-2.*", "libpthread.so*", "libpthread-2.*", "ld-linux*",
                                       "ld-2.*",   "ld-musl*", "ld64.so*",       "ld.so*"};
  const HChar *slash = VG_(strrchr)(path, '/'), *name = slash ? slash + 1 : path;
  for (UInt i = 0; i < sizeof names / sizeof names[0]; i++)
    if (VG_(string_match)(names[i], name)) return True;
  return False;
}

static object *object_of(UInt number) {
  if (!objects) objects = VG_(newXA)(VG_(malloc), "spy.inlines.objects", VG_(free), sizeof(object));
  const object none = {.is_open = False};
  while (VG_(sizeXA)(objects) <= number) VG_(addToXA)(objects, &none);
  object *o = VG_(indexXA)(objects, number);
  if (o->is_open) return o;
  o->is_open = True;
  const HChar *path = bin_table_get_object(spy_table, number)->path;
  o->dwarf = spy_inlines_is_c_library(path) ? NULL : spy_dwarf_open(path);
  o->files = VG_(newXA)(VG_(malloc), "spy.inlines.files", VG_(free), sizeof(UInt));
  return o;
}

/* Returns the file of a function. If the file is unknown so far, sets it to `file`. */
static UInt file_of(const object *o, const spy_dwarf_function *function, UInt file) {
  const UInt none = 0;
  while (VG_(sizeXA)(o->files) <= function->number) VG_(addToXA)(o->files, &none);
  UInt *known = VG_(indexXA)(o->files, function->number);
  if (*known == 0) *known = file + 1;
  return *known - 1;
}

/* Returns the innermost body of an inlined function that contains an instruction; NULL: there is none. */
static const spy_dwarf_body *body_at(const object *o, Addr link) {
  return o->dwarf ? spy_dwarf_inlined(o->dwarf, link) : NULL;
}

UInt spy_inlined_segment(UInt segment, Addr link, UInt file) {
  const UInt number = bin_table_get_segment(spy_table, segment)->object;
  const object *o = object_of(number);
  const spy_dwarf_body *body = body_at(o, link);
  if (!body) return segment;
  const spy_dwarf_function *function = body->function;
  return bin_table_inlined(spy_table, function->name, number, file_of(o, function, file), function->line, segment);
}

const HChar *spy_inlined_name(UInt object_number, Addr link, UInt level) {
  const spy_dwarf_body *body = body_at(object_of(object_number), link);
  for (; body && level > 0; level--) body = body->around;
  return body ? body->function->name : NULL;
}
