/* ui_module.h: the debug information of one object of a profile, as libdw reads it.
 *
 * All addresses are link-time addresses: those of the object's own headers. Files are not trusted: what is damaged in
 * them is as if it were not there.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_MODULE_H
#define UI_UI_MODULE_H

#include <elfutils/libdw.h>
#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct UiModule UiModule;

typedef enum {
  UI_MODULE_GOOD,
  UI_MODULE_MISSING, /* the file is not there, or is no ELF file */
  UI_MODULE_CHANGED, /* the file has another build id than in the profile */
  UI_MODULE_BARE     /* there is no debug information, neither in the file nor beside it */
} UiModuleState;

/* Opens file `path`, which must have that build id (in hexadecimal; "": whichever). The debug information is read from
 * it, or from the separate file that its build id or its debug link leads to. Nothing of it is read yet. Always returns
 * a module; when *state is not UI_MODULE_GOOD it has no code and no variables. Free it with ui_module_free(). */
UiModule *ui_module_open(const char *path, const char *build_id, UiModuleState *state);
void ui_module_free(UiModule *module);

/* Its debug information; NULL: none. */
Dwarf *ui_module_dwarf(const UiModule *module);

/* The unit that code address `pc` is in. Returns false when there is none. */
bool ui_module_unit(UiModule *module, Dwarf_Addr pc, Dwarf_Die *unit);

/* What the canonical frame address is at code address `pc`: that of DWARF register *reg plus *offset. Returns false
 * when that is not known, or is no such sum. */
bool ui_module_cfa(UiModule *module, Dwarf_Addr pc, unsigned *reg, int64_t *offset);

/* The link-time address of the one symbol of that name, of code. Returns false when there is none, or several have it.
 * It needs no debug information. */
bool ui_module_symbol(UiModule *module, const char *name, Dwarf_Addr *address);

/* The object itself, with its code, at the addresses of its own headers; NULL: none. It belongs to the module. */
Elf *ui_module_elf(UiModule *module);

/* The name of the symbol that an address is in; NULL: none. It belongs to the module. */
const char *ui_module_symbol_at(UiModule *module, Dwarf_Addr address);

/* Where the symbol that an address is in begins, and its bytes. Returns false when there is none, or none with bytes.
 */
bool ui_module_symbol_around(UiModule *module, Dwarf_Addr address, Dwarf_Addr *start, Dwarf_Addr *bytes);

/* The scopes around entries that were asked for, by where the entry is: ui_die.c keeps them here. */
GHashTable *ui_module_scopes(UiModule *module);

/* The functions of units that were asked for, by where the unit is: ui_code_scope.c keeps arrays of its own here. */
GHashTable *ui_module_functions(UiModule *module);

/* The children of entries that were asked for, by where the entry is: ui_die.c keeps arrays of Dwarf_Die here. */
GHashTable *ui_module_children(UiModule *module);

/* Calls `visit` for the unit of each compilation, until it returns false. */
void ui_module_each_unit(const UiModule *module, bool (*visit)(Dwarf_Die *unit, void *closure), void *closure);

#endif
