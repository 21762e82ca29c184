/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_module.h: the debug information of one object of a profile, as libdw reads it.
 *
 * All addresses are link-time addresses, as in the object's headers. Files are not trusted: damaged parts are
 * ignored. */
#pragma once

#include <elfutils/libdw.h>
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct UiModule UiModule;

typedef enum {
  UI_MODULE_GOOD,
  UI_MODULE_MISSING, /* the file is missing, or is no ELF file */
  UI_MODULE_CHANGED, /* the build id differs from the profile */
  UI_MODULE_BARE     /* no debug information in the file, and no separate one */
} UiModuleState;

/* Opens file `path`, which must have the build id `build_id` (hexadecimal; "": any). The debug information is in the
 * file, or in a separate file that its build id or debug link names; it is read on first use. Always returns a module;
 * if *state is not UI_MODULE_GOOD, it has no code and no variables. Free it with ui_module_free(). */
UiModule *ui_module_open(const char *path, const char *build_id, UiModuleState *state);
void ui_module_free(UiModule *module);

/* The debug information; NULL: none. */
Dwarf *ui_module_dwarf(const UiModule *module);

/* Finds the unit of code address `pc`. Returns false if there is none. */
bool ui_module_unit(UiModule *module, Dwarf_Addr pc, Dwarf_Die *unit);

/* Finds the canonical frame address at code address `pc`: DWARF register *reg plus *offset. Returns false if it is
 * unknown or has another form. */
bool ui_module_cfa(UiModule *module, Dwarf_Addr pc, unsigned *reg, int64_t *offset);

/* Finds the link-time address of the code symbol with a name. Returns false if there is none or several. Does not require
 * debug information. */
bool ui_module_symbol(UiModule *module, const char *name, Dwarf_Addr *address);

/* The ELF file of the object, with its code; NULL: none. Owned by the module. */
Elf *ui_module_elf(UiModule *module);

/* The name of the symbol that contains an address; NULL: none. Owned by the module. */
const char *ui_module_symbol_at(UiModule *module, Dwarf_Addr address);

/* Finds the start and size of the symbol that contains an address. Returns false if there is none with a size. */
bool ui_module_symbol_around(UiModule *module, Dwarf_Addr address, Dwarf_Addr *start, Dwarf_Addr *bytes);

/* Cache of ui_die.c: the scopes of entries, by address of the entry. */
GHashTable *ui_module_scopes(UiModule *module);

/* Cache of ui_code_scope.c: the functions of units, by address of the unit. */
GHashTable *ui_module_functions(UiModule *module);

/* Cache of ui_die.c: arrays of the children (Dwarf_Die) of entries, by address of the entry. */
GHashTable *ui_module_children(UiModule *module);

/* Calls `visit` for each compilation unit until it returns false. */
void ui_module_each_unit(const UiModule *module, bool (*visit)(Dwarf_Die *unit, void *closure), void *closure);
