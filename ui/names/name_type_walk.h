/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_type_walk.h: finds the field or element at an offset in a variable of a given type. */
#pragma once

#include "ui/names/name_die.h"
#include "ui/names/name_types.h"

/* The field or element at an offset in a variable. */
typedef struct {
  GString *path;  /* path that follows the variable's name, such as ".nz", "[].name" or "" */
  Dwarf_Die type; /* declared type of the last field or element in the path. The path ends at types of the language's
                     library */
  Dwarf_Die leaf; /* type of the data at the offset, which can be inside of a type of the language's library */
  Dwarf_Die first_argument; /* if with_argument: the template argument T of the library's type, as in std::vector<T> */
  bool with_argument;
} NamePlaceInType;

/* Finds the field that begins at byte `offset` of a variable of type *type. Returns false if there is none. The caller
 * frees place->path with g_string_free(). */
bool name_type_walk(NameModule *module, Dwarf_Die *type, uint64_t offset, NamePlaceInType *place);

/* Returns the name of the field that begins at byte `offset` of a variable of type *type, with the innermost struct
 * that has a name, such as "EState.arr2". Returns NULL if there is no such field, or if the field cannot hold an
 * address. The caller owns the name. */
char *name_type_field(NameModule *module, Dwarf_Die *type, uint64_t offset);

/* Sets *target to the type to which a pointer or reference points. For an allocatable Fortran array, this is the type
 * of its elements. Returns false if *type is none of these, or is a pointer to void. */
bool name_type_pointee(Dwarf_Die *type, Dwarf_Die *target);

/* Returns whether the type can hold an address. Sets *known to whether the target type of the address is known. */
bool name_type_holds_address(Dwarf_Die *type, bool *known);

/* Returns whether a variable of the type can contain an address. For example, a struct of numbers cannot. Also returns
 * true if this is unknown, because the type is only declared. */
bool name_type_reaches_address(Dwarf_Die *type);

/* Sets *element to the type of an array's elements, without any dimension. If *type is not an array, sets *element to
 * *type. */
void name_type_element(Dwarf_Die *type, Dwarf_Die *element);

/* Appends the fields of *type to an array of NameField, sorted by offset. `strings` stores the texts of the fields. */
void name_type_fields(NameModule *module, Dwarf_Die *type, GStringChunk *strings, GArray *fields);
