/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_change.h: parses a change of the placement of data that a user has written. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum {
#define CHANGE(name, form, meaning) WHATIF_##name,
#include "ui/whatif/whatif_changes.def"
#undef CHANGE
  WHATIF_CHANGES
} WhatifKind;

/* Several arrays can be combined into one array of structs. This describes one field of the struct. Each of the old
 * arrays becomes one field. */
typedef struct {
  uint32_t join, number;    /* join and number identify the field, as in WhatifColumn (whatif_map.h) */
  uint64_t bytes, to, step; /* bytes: size of the field; to: offset of the field; step: size of the struct; all in
                               bytes */
} WhatifField;

/* A change with its parameters. Parameters that the form does not have are 0 or NULL. */
typedef struct {
  WhatifKind kind;
  char *text;    /* text of the change, as the user has written it */
  char *name;    /* name of the data: BIN, or BINS with commas */
  char *fields;  /* FIELDS */
  uint64_t n, m; /* bytes */
  uint64_t rows, columns;
  uint64_t node;
  const WhatifField *field; /* for arrays that are combined to one array of structs: the field that the data become;
                               NULL: not set yet */
} WhatifChange;

/* The largest number that a change can contain. */
#define WHATIF_MOST (UINT64_C(1) << 40)

/* Parses a change. If the text is not valid, returns NULL and sets *error (a G_OPTION_ERROR) to a message that contains
 * the most similar valid form. The caller frees the result with whatif_change_free(). */
WhatifChange *whatif_change_parse(const char *text, GError **error);
void whatif_change_free(WhatifChange *change);

/* Returns the names in BINS, ended by NULL. A comma inside of brackets belongs to a name. The caller frees the array
 * with g_strfreev(). */
char **whatif_change_names(const WhatifChange *change);
