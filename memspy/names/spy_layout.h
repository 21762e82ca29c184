/* spy_layout.h: where the program's data are: what the core says, except for objects that the core has at wrong
 * addresses.
 *
 * The core takes an object's addresses from the mapping that its file's bytes are in. Where two segments have bytes in
 * one page of the file (lld, mold: relocated constants and data), that page is mapped twice, and the core can take the
 * wrong one: then variables and sections are pages away from where they are (Valgrind 3.19). Such objects are answered
 * for from their files, if all segments are mapped as the file says; if not, they have no variables.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_LAYOUT_H
#define MEMSPY_SPY_LAYOUT_H

#include <stdint.h>

#include "memspy/core/spy_valgrind.h"

/* Reads the files of the objects that were loaded since the last call. */
void spy_layout_look(void);

/* Whether an address is in a segment of an object that the core may have at a wrong address. */
Bool spy_layout_is_own(Addr address);

/* The variable at an address: its start, and its name, valid until the next call. */
Bool spy_layout_variable(Addr address, const HChar **name, Addr *start);

/* The start of the first variable that ends after `address`, where spy_layout_is_own() holds; at most `end`. */
Addr spy_layout_next(Addr address, Addr end);

/* The kind of the section at an address, and the path of the object; Vg_SectUnknown: none that the core classifies, and
 * the path is that of the object if spy_layout_is_own() holds. */
VgSectKind spy_layout_kind(Addr address, const HChar **path);

/* The next border of a section after an address, where spy_layout_is_own() holds; at most `end`. */
Addr spy_layout_border(Addr address, Addr end);

/* Where the core has the code of an address, to be asked there for its function and line; 0: that is not known. */
Addr spy_layout_code(Addr address);

/* Where the code of an object is. */
Addr spy_layout_text(const DebugInfo *info);

/* The name of the function that begins at an address. False: none does. */
Bool spy_layout_entry(Addr address, const HChar **name);

/* Sets what to take off addresses for the linker's, of an object that the core may have at a wrong address. False: of
 * another one. */
Bool spy_layout_bias(Addr address, uint64_t *bias);

#endif
