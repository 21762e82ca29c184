/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_types.h: the type of a bin's data, from the debug information. */
#pragma once

#include <stdint.h>

/* A field of an element. Nested structs, and short arrays of structs, are listed by their fields, as "pos.x" and
 * "pos[1].x". Long arrays and other types are one field. */
typedef struct {
  const char *name;
  const char *type; /* declared type */
  uint64_t offset;  /* bytes from the start of the element */
  uint64_t size;    /* bytes; bit fields of one word overlap */
} NameField;

/* The type of a bin's data. The bin's blocks, or its variable, are arrays of elements. */
typedef struct {
  const char *data_type; /* declared type of the variable that names the bin: "double *" of the pointer that receives a
                            heap block, "long [8]" of a static variable; "": unknown */
  const char *variable;  /* the variable or field that names the bin: "M.nz"; "": unknown */
  const char *element;   /* type of an element: "double"; "": unknown */
  uint64_t element_size; /* bytes; 0: unknown */
  const NameField *fields; /* fields of an element, sorted by offset; NULL: none, or unknown */
  uint32_t n_fields;
} NameBinType;

/* Returns the field that contains byte `offset` of a block or variable of that type; NULL: none (padding, or unknown
 * fields).
 * *element becomes the number of the element, unless element is NULL. */
const NameField *name_types_field_at(const NameBinType *type, uint64_t offset, uint64_t *element);
