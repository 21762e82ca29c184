/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_labels.h: the names of a profile's segments and bins. ui/names/ makes them, a View shows them. */
#pragma once

#include <stdint.h>

typedef enum { VIEW_CODE, VIEW_DATA, VIEW_AXES } ViewAxisKind;

/* The names of all segments or of all bins, by number, not escaped. */
typedef struct {
  char **names;   /* short, unique */
  char **full;    /* full names; not unique */
  char **brief;   /* another name that users can type: the function of a segment, the variable of a bin; not unique; "":
                     none */
  uint32_t *same; /* by number: the representative of the equal ones, which form one item of a view. NULL: all differ */
} ViewLabels;
