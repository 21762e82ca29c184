/* spy_dwarf.h: the inlined functions of an object, from its debug information (DWARF).
 *
 * A compilation unit is read when an address in it is looked up for the first time. So a run of the program reads only
 * the units whose code it executes.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

typedef struct spy_dwarf spy_dwarf;

/* A function that the compiler has inlined somewhere. */
typedef struct {
  ULong entry;       /* offset of the function's entry in .debug_info, which identifies the function in its object */
  UInt number;       /* consecutive, from 0 */
  const HChar *name; /* readable name, with arguments if the link name has them; NULL: unknown */
  UInt line;         /* source line of the declaration; 0: unknown */
} spy_dwarf_function;

/* A place at which a function is inlined. */
typedef struct spy_dwarf_body {
  const spy_dwarf_function *function;  /* its name is known */
  const struct spy_dwarf_body *around; /* the inlined function that contains the place; NULL: the place is in no inlined
                                          function */
} spy_dwarf_body;

/* Opens the debug information of the object at `path`. It stays open. Returns NULL if there is none. */
spy_dwarf *spy_dwarf_open(const HChar *path);

/* Returns the innermost inlined function that contains a link-time address and has a name. Returns NULL if no function
 * is inlined at the address, or if this is unknown. The result stays valid. */
const spy_dwarf_body *spy_dwarf_inlined(spy_dwarf *dwarf, Addr address);
