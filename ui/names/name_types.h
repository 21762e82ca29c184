/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_types.h: the type of a bin's data, from the debug information. */
#pragma once

#include <stdint.h>

/* A field of an element. Nested structs, and short arrays of structs, are represented by their fields, such as "pos.x"
 * and "pos[1].x". A long array, or a field of another type, is one field. */
typedef struct {
  const char *name;
  const char *type; /* declared type of the field */
  uint64_t offset;  /* in bytes from the start of the element */
  uint64_t size;    /* in bytes; bit fields in the same word overlap */
} NameField;

/* The type of a bin's data. The bin's blocks, or its variable, are arrays of such elements. */
typedef struct {
  const char *data_type;   /* declared type of the variable that names the bin, such as "double *" for a pointer that
                              receives a heap block, or "long [8]" for a static variable; "": unknown */
  const char *variable;    /* variable or field that names the bin, such as "M.nz"; "": unknown */
  const char *element;     /* type of an element, such as "double"; "": unknown */
  uint64_t element_size;   /* size of an element in bytes; 0: unknown */
  const NameField *fields; /* the fields of an element, sorted by offset; NULL: none, or unknown */
  uint32_t n_fields;
} NameBinType;

/* Returns the field that contains byte `offset` of a block or variable of this type; NULL: none, because of padding or
 * unknown fields. If `element` is not NULL, sets *element to the number of the element. */
const NameField *name_types_field_at(const NameBinType *type, uint64_t offset, uint64_t *element);
