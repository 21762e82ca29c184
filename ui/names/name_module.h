/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_module.h: reads the debug information of one object file of a profile with libdw.
 *
 * All addresses are link-time addresses, as in the headers of the object file. Damaged parts of a file are ignored. */
#pragma once

#include <elfutils/libdw.h>
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct NameModule NameModule;

typedef enum {
  NAME_MODULE_GOOD,
  NAME_MODULE_MISSING, /* the file is missing, or is not an ELF file */
  NAME_MODULE_CHANGED, /* the build id of the file differs from that in the profile */
  NAME_MODULE_BARE     /* neither the file nor a separate file contains debug information */
} NameModuleState;

/* Opens the object file `path`, which must have the build id `build_id` (hexadecimal; "": any). The debug information
 * is in this file, or in a separate file that the build id or debug link specifies. It is read on first use. The
 * function always returns a module. If *state is not NAME_MODULE_GOOD, the module has no code and no variables. The
 * caller frees it with name_module_free(). */
NameModule *name_module_open(const char *path, const char *build_id, NameModuleState *state);
void name_module_free(NameModule *module);

/* Returns the debug information of the module; NULL: there is none. */
Dwarf *name_module_dwarf(const NameModule *module);

/* Returns the path of the separate file with the debug information of the module; NULL: there is none. The module owns
 * it. */
const char *name_module_debug_file(const NameModule *module);

/* Finds the unit that contains the code address `pc`. Returns false if there is none. */
bool name_module_unit(NameModule *module, Dwarf_Addr pc, Dwarf_Die *unit);

/* Finds the rule for the canonical frame address at code address `pc`, in the form of DWARF register *reg plus *offset.
 * Returns false if the rule is unknown or has another form. */
bool name_module_cfa(NameModule *module, Dwarf_Addr pc, unsigned *reg, int64_t *offset);

/* Finds the link-time address of the code symbol called `name`. Returns false if there is no such symbol, or if there
 * are several. Does not require debug information. */
bool name_module_symbol(NameModule *module, const char *name, Dwarf_Addr *address);

/* Returns the ELF file of the object, which contains the code; NULL: there is none. The module owns it. */
Elf *name_module_elf(NameModule *module);

/* Returns the name of the symbol that contains an address; NULL: there is none. The module owns the name. */
const char *name_module_symbol_at(NameModule *module, Dwarf_Addr address);

/* Finds the start and the size of the symbol that contains an address. Returns false if no symbol that has a size
 * contains it. */
bool name_module_symbol_around(NameModule *module, Dwarf_Addr address, Dwarf_Addr *start, Dwarf_Addr *bytes);

/* Returns a cache of the scopes of DIEs, by address of the DIE in memory. name_die.c fills it. */
GHashTable *name_module_scopes(NameModule *module);

/* Returns a cache of the functions of units, by address of the unit in memory. name_code_scope.c fills it. */
GHashTable *name_module_functions(NameModule *module);

/* Returns a cache of the children of DIEs (arrays of Dwarf_Die), by address of the DIE in memory. name_die.c fills
 * it. */
GHashTable *name_module_children(NameModule *module);

/* Calls `visit` for each compilation unit, until `visit` returns false. */
void name_module_each_unit(const NameModule *module, bool (*visit)(Dwarf_Die *unit, void *closure), void *closure);

/* Finds the partial unit that the DIE `import` imports. Returns false if it imports none. */
bool name_module_import(Dwarf_Die *import, Dwarf_Die *unit);

/* Returns the DWARF language of a unit that imports the partial unit `unit`; -1: no unit imports it. */
int name_module_importer(const Dwarf_Die *unit);
