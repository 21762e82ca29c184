/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_type_walk.h: finds the field or element at an offset in a variable of a type. */
#pragma once

#include "ui/names/name_die.h"
#include "ui/names/name_types.h"

/* The field or element at an offset in a variable. */
typedef struct {
  GString *path;  /* the path after the variable: ".nz", "[].name", "" */
  Dwarf_Die type; /* declared type of the last field or element in the path, which stops at types of the library */
  Dwarf_Die leaf; /* type of the data at the offset, also inside of a type of the library */
  Dwarf_Die first_argument; /* if with_argument: T of the library's type, as in std::vector<T> */
  bool with_argument;
} NamePlaceInType;

/* Finds the field that starts at byte `offset` of a variable of type *type. Returns false if there is none. The caller
 * frees place->path with g_string_free(). */
bool name_type_walk(NameModule *module, Dwarf_Die *type, uint64_t offset, NamePlaceInType *place);

/* Returns the field that starts at byte `offset` of a variable of type *type, with its innermost named struct:
 * "EState.arr2". Returns NULL if there is no such field, or if the field holds no address. The caller owns the name. */
char *name_type_field(NameModule *module, Dwarf_Die *type, uint64_t offset);

/* Sets *target to the target type of a pointer or reference, or to the element type of an allocatable Fortran array.
 * Returns false if *type is none of these, or a pointer to void. */
bool name_type_pointee(Dwarf_Die *type, Dwarf_Die *target);

/* Returns whether the type holds an address. *known becomes whether the address has a target type. */
bool name_type_holds_address(Dwarf_Die *type, bool *known);

/* Returns whether a variable of the type can contain an address: a struct of numbers cannot receive a block. Also
 * returns true if the answer is unknown, because the type is only declared or is not a struct. */
bool name_type_reaches_address(Dwarf_Die *type);

/* Sets *element to the type of an array's elements, without any dimension; to *type if that is no array. */
void name_type_element(Dwarf_Die *type, Dwarf_Die *element);

/* Appends the fields of *type to an array of NameField, sorted by offset; `strings` stores the texts. */
void name_type_fields(NameModule *module, Dwarf_Die *type, GStringChunk *strings, GArray *fields);
