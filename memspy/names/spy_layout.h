/* spy_layout.h: looks up the program's data: in the core, except for objects that the core has at wrong addresses.
 *
 * The core computes an object's addresses from the mapping with its file's bytes. If two segments have bytes in one
 * page of the file (lld, mold: relocated constants and data), that page is mapped twice, and the core can select the
 * wrong mapping: then the addresses of variables and sections are pages off (Valgrind 3.19). For such objects the files
 * are used, if all segments are mapped as the file says; if not, the objects have no variables.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include <stdint.h>

#include "memspy/core/spy_valgrind.h"

/* Reads the files of the objects that were loaded since the last call. */
void spy_layout_look(void);

/* Returns whether an address is in a segment of an object whose address in the core may be wrong. */
Bool spy_layout_is_own(Addr address);

/* The variable at an address: its start, and its name, valid until the next call. */
Bool spy_layout_variable(Addr address, const HChar **name, Addr *start);

/* The start of the first variable that ends after `address`, if spy_layout_is_own() holds; at most `end`. */
Addr spy_layout_next(Addr address, Addr end);

/* Returns the kind of the section at an address, and sets *path to the path of the object. Vg_SectUnknown: there is no
 * section that the core classifies; then *path is only set if spy_layout_is_own() holds. */
VgSectKind spy_layout_kind(Addr address, const HChar **path);

/* The next border of a section after an address, if spy_layout_is_own() holds; at most `end`. */
Addr spy_layout_border(Addr address, Addr end);

/* Converts an address of code to the address at which the core has that code, for look-ups of function and line; 0:
 * unknown. */
Addr spy_layout_code(Addr address);

/* The address of an object's code. */
Addr spy_layout_text(const DebugInfo *info);

/* The name of the function that begins at an address. False: none. */
Bool spy_layout_entry(Addr address, const HChar **name);

/* Sets the bias of an object whose address in the core can be wrong. Returns false for all other objects. */
Bool spy_layout_bias(Addr address, uint64_t *bias);
