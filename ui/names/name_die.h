/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_die.h: reads the entries of DWARF debug information (DIEs): their types, children and qualified names.
 *
 * Damaged DIEs can refer to each other in circles. Therefore, chains of references are followed for only a limited
 * number of steps. */
#pragma once

#include "ui/names/name_module.h"

enum { NAME_DIE_DEEPEST = 64 }; /* maximum depth of nested scopes, and of types that refer to other types */

/* Sets *type to the type to which a DIE refers, which is the type of a variable or member, or the target of a pointer
 * or typedef. Returns false if there is none (void). */
bool name_die_type(Dwarf_Die *die, Dwarf_Die *type);

/* Sets *peeled to the type without typedefs and qualifiers. Returns false if the result is void. */
bool name_die_peel(Dwarf_Die *type, Dwarf_Die *peeled);

/* Reads a constant attribute of the DIE or of its abstract origin. Returns false if there is none. */
bool name_die_number(Dwarf_Die *die, unsigned attribute, uint64_t *value);

/* Returns the size of a type in bytes; 0: unknown. */
uint64_t name_die_size(Dwarf_Die *type);

/* Returns the name of the DIE or of its abstract origin; NULL: none. libdw owns the name. */
const char *name_die_name(Dwarf_Die *die);

/* The next two functions iterate over the children of a DIE: for (bool more = name_die_child(die, &c); more; more =
 * name_die_next(&c)). */
bool name_die_child(Dwarf_Die *die, Dwarf_Die *child);
bool name_die_next(Dwarf_Die *child);

/* Returns the children of a DIE in order (Dwarf_Die), without call sites. The result is cached, because units,
 * namespaces and large functions can have thousands of children, and are searched often. The module owns the array. */
const GArray *name_die_children(NameModule *module, Dwarf_Die *outer);

/* Returns the namespaces and classes that contain a type or function, such as "std::__cxx11::"; "" at the top level.
 * The module owns the text. */
const char *name_die_scope(NameModule *module, Dwarf_Die *die);

/* Sets *around to the DIE in which a type or function is declared. Returns false at the top level. */
bool name_die_parent(NameModule *module, Dwarf_Die *die, Dwarf_Die *around);

/* Sets *function to the innermost function in which a variable or type is declared. Returns false if there is none. */
bool name_die_function(NameModule *module, Dwarf_Die *die, Dwarf_Die *function);

/* Returns whether a type or function belongs to the language's library, whose internals are not interesting for users.
 * The library consists of the namespaces std and __gnu_cxx of C++, and of the crates alloc, core and std of Rust with
 * the crates on which they depend. */
bool name_die_is_library(NameModule *module, Dwarf_Die *die);

/* Sets *unit to the unit in which a function is declared. (With link-time optimization, its code is in another unit.)
 * Returns false if the DIE is damaged. */
bool name_die_declaring_unit(Dwarf_Die *function, Dwarf_Die *unit);

/* Returns the language of the DIE's unit, such as DW_LANG_C99. */
int name_die_language(Dwarf_Die *die);
bool name_language_is_c(int language);
bool name_language_is_fortran(int language);
bool name_language_is_rust(int language);

/* Returns the lower bound of an array's dimension if the debug information does not contain it (DWARF 5, section
 * 5.13). */
uint64_t name_language_lower_bound(int language);
