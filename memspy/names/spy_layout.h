/* spy_layout.h: looks up the program's data. It asks Valgrind's core, except about objects for which the core has wrong
 * addresses.
 *
 * The core computes an object's addresses from the mapping with its file's bytes. If two segments have bytes in one
 * page of the file (lld, mold: relocated constants and data), that page is mapped twice, and the core can select the
 * wrong mapping. In this case, the core's addresses of variables and sections are wrong by some pages (Valgrind 3.19).
 * For such objects, the tool reads the files, if all segments are mapped as the file says; if not, the objects have no
 * variables.
 *
 * The core drops the symbols of variables with the binding STB_GNU_UNIQUE, which g++ gives to inline variables, static
 * members of templates, and static variables of inline functions. The tool reads these from the files, too.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdint.h>

#include "memspy/core/spy_valgrind.h"

/* Reads the files of the objects that were loaded since the last call. */
void spy_layout_look(void);

/* Returns whether an address is in a segment of an object whose address in the core may be wrong. */
Bool spy_layout_is_own(Addr address);

/* Returns whether the variables at an address are known: not, if the object's file has them, and some mappings of the
 * object are still missing. */
Bool spy_layout_is_complete(Addr address);

/* Finds the variable at an address. Sets *start to its start, and *name to its name, which is valid until the next
 * call. */
Bool spy_layout_variable(Addr address, const HChar **name, Addr *start);

/* Returns whether an address is in an object with variables that the core does not list. */
Bool spy_layout_has_more(Addr address);

/* Returns the start of the first variable that ends after `address`, at most `end`. If spy_layout_is_own() is false for
 * the address, considers only the variables that the core does not list. */
Addr spy_layout_next(Addr address, Addr end);

/* Returns the kind of the section at an address, and sets *path to the path of the object. Returns Vg_SectUnknown if
 * there is no section that the core classifies. In this case, sets *path only if spy_layout_is_own() is true. */
VgSectKind spy_layout_kind(Addr address, const HChar **path);

/* Returns the next start or end of a section after an address, at most `end`. Requires that spy_layout_is_own() is true
 * for the address. */
Addr spy_layout_border(Addr address, Addr end);

/* Converts an address of code to the address at which the core has that code, for look-ups of the function and the
 * line. Returns 0 if it is unknown. */
Addr spy_layout_code(Addr address);

/* Returns the start address of an object's code. */
Addr spy_layout_text(const DebugInfo *info);

/* Finds the name of the function that begins at an address. Returns False if there is none. */
Bool spy_layout_entry(Addr address, const HChar **name);

/* Sets *bias to the bias of the object at an address, if Valgrind's core can have a wrong address of this object.
 * Returns false for all other objects. */
Bool spy_layout_bias(Addr address, uint64_t *bias);
