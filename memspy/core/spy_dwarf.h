/* spy_dwarf.h: the inlined functions of an object, from its debug information (DWARF).
 *
 * A unit is read when an address in it is looked up for the first time: a run reads the units whose code it executes.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "memspy/core/spy_valgrind.h"

typedef struct spy_dwarf spy_dwarf;

/* A function that the compiler has inlined somewhere. */
typedef struct {
  ULong entry;       /* offset of its entry in .debug_info, which identifies it in its object */
  UInt number;       /* consecutive, from 0 */
  const HChar *name; /* readable, with arguments if its link name has them; NULL: unknown */
  UInt line;         /* line of its declaration; 0: unknown */
} spy_dwarf_function;

/* A place at which a function is inlined. */
typedef struct spy_dwarf_body {
  const spy_dwarf_function *function;  /* its name is known */
  const struct spy_dwarf_body *around; /* the inlined function that contains the place; NULL: none */
} spy_dwarf_body;

/* Opens the debug information of the object at `path`, which stays open. NULL: there is none. */
spy_dwarf *spy_dwarf_open(const HChar *path);

/* Returns the innermost inlined function with a name at a link-time address. NULL: no function is inlined there, or it
 * is unknown. The result stays valid. */
const spy_dwarf_body *spy_dwarf_inlined(spy_dwarf *dwarf, Addr address);
