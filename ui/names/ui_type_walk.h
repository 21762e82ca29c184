/* ui_type_walk.h: what lies at an offset in a variable of some type: fields of structs, elements of arrays.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_TYPE_WALK_H
#define UI_UI_TYPE_WALK_H

#include "ui/names/ui_die.h"
#include "ui/names/ui_types.h"

/* The place that an offset leads to. */
typedef struct {
  GString *path;  /* what is written behind the variable: ".nz", "[].name", "" */
  Dwarf_Die type; /* declared type of the last field or element in the path; the walk stops at types of the library */
  Dwarf_Die leaf; /* type of what is really there, within a type of the library too */
  Dwarf_Die first_argument; /* T of the library's type, when `with_argument` is set: of std::vector<T> */
  bool with_argument;
} UiPlaceInType;

/* Walks to byte `offset` of a variable of type *type. Returns false when no field is there, or not at its start. The
 * caller frees place->path with g_string_free(). */
bool ui_type_walk(UiModule *module, Dwarf_Die *type, uint64_t offset, UiPlaceInType *place);

/* How the field at byte `offset` of a variable of type *type is called by the innermost struct around it that has a
 * name: "EState.arr2". NULL: there is none, or it holds no address, or `offset` is not its start. Owned by the caller.
 */
char *ui_type_field(UiModule *module, Dwarf_Die *type, uint64_t offset);

/* Sets *target to what a pointer of type *type points to: a reference too, and the elements of a Fortran array that is
 * allocated. Returns false when it is no pointer, or one to void. */
bool ui_type_pointee(Dwarf_Die *type, Dwarf_Die *target);

/* Is it something that holds an address? Set *known to whether it says to what. */
bool ui_type_holds_address(Dwarf_Die *type, bool *known);

/* Is there an address anywhere in a variable of the type? A struct of numbers can receive no block. True where that is
 * not known: the type is only declared, or of another kind than a struct. */
bool ui_type_reaches_address(Dwarf_Die *type);

/* The element type of an array, through all its dimensions; *type itself when it is none. */
void ui_type_element(Dwarf_Die *type, Dwarf_Die *element);

/* Appends the fields of *type to an array of UiField, by offset. Strings go to `strings`. */
void ui_type_fields(UiModule *module, Dwarf_Die *type, GStringChunk *strings, GArray *fields);

#endif
