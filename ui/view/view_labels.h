/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_labels.h: the names of a profile's segments and bins. The files of ui/names/ make them, and a View shows
 * them. */
#pragma once

#include <stdint.h>

typedef enum { VIEW_CODE, VIEW_DATA, VIEW_AXES } ViewAxisKind;

/* The names of all segments or of all bins, indexed by number. The names are not escaped for printing. */
typedef struct {
  char **names;   /* short names, which are unique */
  char **full;    /* full names, which are not unique */
  char **brief;   /* another name that users can type, which is not unique: the function of a segment, or the variable
                     of a bin; "": none */
  uint32_t *same; /* for each segment or bin: its representative. Segments or bins with the same representative are
                     equal, and form one item of a view. NULL: all are different */
} ViewLabels;
