/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_fields.h: makes layouts that separate, reorder or shrink the fields of a type. */
#pragma once

#include "ui/names/name_types.h"
#include "ui/whatif/whatif_layout.h"

typedef enum {
  WHATIF_FIELDS_SPLIT, /* an array for each list of fields */
  WHATIF_FIELDS_APART, /* an array for each field */
  WHATIF_FIELDS_ORDER  /* one array, in the order of the list */
} WhatifFields;

/* Makes the layout of elements of a type with known size. fields: lists of names, separated by '|', with commas between
 * names; "f" includes f.x, f.y and f[0]. Returns NULL if that fails; *wrong is then the reason and what is allowed,
 * owned by the caller. */
WhatifLayout *whatif_fields_layout(const NameBinType *type, WhatifFields how, const char *fields, char **wrong);

/* As whatif_fields_layout(), but each field of one list gets `bytes` bytes, and all keep their order. References to
 * a field become references to its rest; in an array field, references to removed bytes are refused. */
WhatifLayout *whatif_fields_shrunk(const NameBinType *type, const char *fields, uint64_t bytes, char **wrong);

/* Returns the natural alignment of data with `bytes` bytes, at most 16. */
uint64_t whatif_alignment(uint64_t bytes);

/* Returns the bytes of a row of a variable with a declared matrix type; 0: it is no matrix, or a row exceeds
 * WHATIF_ROOM. */
uint64_t whatif_row_bytes(const NameBinType *type);
