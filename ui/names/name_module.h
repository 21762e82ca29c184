/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_module.h: the debug information of one object of a profile, as libdw reads it.
 *
 * All addresses are link-time addresses, as in the object's headers. Files are not trusted: damaged parts are
 * ignored. */
#pragma once

#include <elfutils/libdw.h>
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct NameModule NameModule;

typedef enum {
  NAME_MODULE_GOOD,
  NAME_MODULE_MISSING, /* the file is missing, or is no ELF file */
  NAME_MODULE_CHANGED, /* the build id differs from the profile */
  NAME_MODULE_BARE     /* no debug information in the file, and no separate one */
} NameModuleState;

/* Opens file `path`, which must have the build id `build_id` (hexadecimal; "": any). The debug information is in the
 * file, or in a separate file that its build id or debug link names; it is read on first use. Always returns a module;
 * if *state is not NAME_MODULE_GOOD, it has no code and no variables. Free it with name_module_free(). */
NameModule *name_module_open(const char *path, const char *build_id, NameModuleState *state);
void name_module_free(NameModule *module);

/* Returns the debug information; NULL: none. */
Dwarf *name_module_dwarf(const NameModule *module);

/* Finds the unit of code address `pc`. Returns false if there is none. */
bool name_module_unit(NameModule *module, Dwarf_Addr pc, Dwarf_Die *unit);

/* Finds the rule for the canonical frame address at code address `pc`: DWARF register *reg plus *offset. Returns false
 * if the rule is unknown or has another form. */
bool name_module_cfa(NameModule *module, Dwarf_Addr pc, unsigned *reg, int64_t *offset);

/* Finds the link-time address of the code symbol with a name. Returns false if there is none or several. Does not
 * require debug information. */
bool name_module_symbol(NameModule *module, const char *name, Dwarf_Addr *address);

/* Returns the ELF file of the object, with its code; NULL: none. Owned by the module. */
Elf *name_module_elf(NameModule *module);

/* Returns the name of the symbol that contains an address; NULL: none. Owned by the module. */
const char *name_module_symbol_at(NameModule *module, Dwarf_Addr address);

/* Finds the start and size of the symbol that contains an address. Returns false if no symbol with a size contains
 * it. */
bool name_module_symbol_around(NameModule *module, Dwarf_Addr address, Dwarf_Addr *start, Dwarf_Addr *bytes);

/* Returns a cache that name_die.c fills: the scopes of entries, by address of the entry in memory. */
GHashTable *name_module_scopes(NameModule *module);

/* Returns a cache that name_code_scope.c fills: the functions of units, by address of the unit in memory. */
GHashTable *name_module_functions(NameModule *module);

/* Returns a cache that name_die.c fills: arrays of the children (Dwarf_Die) of entries, by address of the entry in
 * memory. */
GHashTable *name_module_children(NameModule *module);

/* Calls `visit` for each compilation unit until it returns false. */
void name_module_each_unit(const NameModule *module, bool (*visit)(Dwarf_Die *unit, void *closure), void *closure);

/* Finds the partial unit that an entry imports. Returns false if it imports none. */
bool name_module_import(Dwarf_Die *import, Dwarf_Die *unit);

/* Returns the DWARF language of a unit that imports a partial unit; -1: none does. */
int name_module_importer(const Dwarf_Die *unit);
