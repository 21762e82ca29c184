/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_die.h: entries (DIEs) of DWARF debug information: their types, children and qualified names.
 *
 * Damaged entries can refer to each other in circles, so chains are followed for a limited number of steps. */
#pragma once

#include "ui/names/name_module.h"

enum { NAME_DIE_DEEPEST = 64 }; /* scopes within scopes, types of types */

/* Sets *type to the type that an entry refers to: the type of a variable or member, the target of a pointer or typedef.
 * Returns false if there is none (void). */
bool name_die_type(Dwarf_Die *die, Dwarf_Die *type);

/* Sets *peeled to the type without typedefs and qualifiers. Returns false if that is void. */
bool name_die_peel(Dwarf_Die *type, Dwarf_Die *peeled);

/* Reads a constant attribute of the entry or of its abstract origin. */
bool name_die_number(Dwarf_Die *die, unsigned attribute, uint64_t *value);

/* Returns the bytes of a type; 0: unknown. */
uint64_t name_die_size(Dwarf_Die *type);

/* Returns the name of the entry or of its abstract origin; NULL: none. Owned by libdw. */
const char *name_die_name(Dwarf_Die *die);

/* Iterate over the children of a DIE: for (bool more = name_die_child(die, &c); more; more = name_die_next(&c)). */
bool name_die_child(Dwarf_Die *die, Dwarf_Die *child);
bool name_die_next(Dwarf_Die *child);

/* Returns the children of a DIE (Dwarf_Die) in order, without call sites. Cached, because units, namespaces and large
 * functions have thousands and are searched often. Owned by the module. */
const GArray *name_die_children(NameModule *module, Dwarf_Die *outer);

/* Returns the namespaces and classes that contain a type or function, as "std::__cxx11::"; "" at the top level. Owned
 * by the module. */
const char *name_die_scope(NameModule *module, Dwarf_Die *die);

/* Sets *around to the entry in which a type or function is declared. Returns false at the top level. */
bool name_die_parent(NameModule *module, Dwarf_Die *die, Dwarf_Die *around);

/* Sets *function to the innermost function that a variable or type is declared in. Returns false if there is none. */
bool name_die_function(NameModule *module, Dwarf_Die *die, Dwarf_Die *function);

/* Returns whether a type or function belongs to the language's library, whose internals users do not want to see: C++'s
 * namespaces std and __gnu_cxx, and Rust's crates alloc, core and std with the crates on which they depend. */
bool name_die_is_library(NameModule *module, Dwarf_Die *die);

/* Sets *unit to the unit in which a function is declared. (With link-time optimization, another unit has its code.)
 * Returns false if the entry is damaged. */
bool name_die_declaring_unit(Dwarf_Die *function, Dwarf_Die *unit);

/* Returns the language of the entry's unit, such as DW_LANG_C99. */
int name_die_language(Dwarf_Die *die);
bool name_language_is_c(int language);
bool name_language_is_fortran(int language);
bool name_language_is_rust(int language);
