/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_fields.h: makes layouts that separate, reorder or shrink the fields of a type. */
#pragma once

#include "ui/names/name_types.h"
#include "ui/whatif/whatif_layout.h"

typedef enum {
  WHATIF_FIELDS_SPLIT, /* each list of fields becomes a separate array */
  WHATIF_FIELDS_APART, /* each field becomes a separate array */
  WHATIF_FIELDS_ORDER  /* there is only one array, with the fields in the order of the list */
} WhatifFields;

/* Makes the layout for elements of a type whose size is known. `fields` contains lists of names, with '|' between lists
 * and commas between names. The name "f" includes the fields f.x, f.y and f[0]. On failure, returns NULL and sets
 * *wrong to the reason and to what is allowed. The caller owns this text. */
WhatifLayout *whatif_fields_layout(const NameBinType *type, WhatifFields how, const char *fields, char **wrong);

/* As whatif_fields_layout(), but shrinks the fields in the list `fields` to `bytes` bytes each. All fields keep their
 * order. References to a field become references to its remaining bytes. In an array field, references to removed bytes
 * are refused. */
WhatifLayout *whatif_fields_shrunk(const NameBinType *type, const char *fields, uint64_t bytes, char **wrong);

/* Returns the natural alignment of data with a size of `bytes` bytes, at most 16. */
uint64_t whatif_alignment(uint64_t bytes);

/* Returns the size in bytes of a row, for a variable whose declared type is a matrix; 0: it is not a matrix, or a row
 * exceeds WHATIF_ROOM. */
uint64_t whatif_row_bytes(const NameBinType *type);
