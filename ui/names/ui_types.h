/* ui_types.h: what type the data of a bin has, from the debug information.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_TYPES_H
#define UI_UI_TYPES_H

#include <stdint.h>

/* A field of an element that is no struct itself: fields of structs within structs stand one by one, as "pos.x", and
 * so do those of elements of short arrays, as "pos[1].x". Long arrays, and what is no struct, are one field. */
typedef struct {
  const char *name;
  const char *type; /* as it is declared */
  uint64_t offset;  /* bytes from the start of the element */
  uint64_t size;    /* bytes; bit fields of one word overlap */
} UiField;

/* What is known of the data of a bin. The bytes of its blocks, or of the variable, are elements of one size, one
 * behind the other. */
typedef struct {
  const char *data_type; /* declared type of what the bin is called by: "double *" of the pointer that receives a heap
                            block, "long [8]" of a static variable; "": unknown */
  const char *variable;  /* the variable, or field of one, that the bin is called by: "M.nz"; "": unknown */
  const char *element;   /* type of an element: "double"; "": unknown */
  uint64_t element_size; /* bytes; 0: unknown */
  const UiField *fields; /* of an element, by offset; none if it has none or they are unknown */
  uint32_t n_fields;
} UiBinType;

/* The field that byte `offset` of a block or variable of that type is in; NULL when it is in none (padding, or nothing
 * is known of fields). With `element` given, *element gets the number of the element. */
const UiField *ui_types_field_at(const UiBinType *type, uint64_t offset, uint64_t *element);

#endif
