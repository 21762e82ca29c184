/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_change.h: parses a change of the placement of data, as the user writes it. */
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

/* A field of a struct, which the elements of one of several arrays become. */
typedef struct {
  uint32_t join, number;    /* as in a plan's WhatifColumn (whatif_map.h) */
  uint64_t bytes, to, step; /* bytes and offset of the field; bytes of the struct */
} WhatifField;

/* Parameters that a form does not have are 0 or NULL. */
typedef struct {
  WhatifKind kind;
  char *text;    /* the user's text */
  char *name;    /* BIN, or BINS with commas */
  char *fields;  /* FIELDS */
  uint64_t n, m; /* bytes */
  uint64_t rows, columns;
  uint64_t node;
  const WhatifField *field; /* for arrays that become one array of structs; NULL: not yet set */
} WhatifChange;

/* The largest number in a change. */
#define WHATIF_MOST (UINT64_C(1) << 40)

/* Parses a change. Returns NULL and sets *error (a G_OPTION_ERROR), with the nearest form, if it is invalid. Free the
 * result with whatif_change_free(). */
WhatifChange *whatif_change_parse(const char *text, GError **error);
void whatif_change_free(WhatifChange *change);

/* Returns the names in BINS, ended by NULL. A comma inside of brackets is part of a name. Free the result with
 * g_strfreev(). */
char **whatif_change_names(const WhatifChange *change);
