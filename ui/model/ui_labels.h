/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_labels.h: what the segments and bins of a profile are called. ui/names/ makes it, a UiView shows it. */
#ifndef UI_UI_LABELS_H
#define UI_UI_LABELS_H

#include <stdint.h>

typedef enum { UI_CODE, UI_DATA, UI_AXES } UiAxisKind;

/* The names of all segments or of all bins, by number. They are raw: not yet escaped for a terminal. */
typedef struct {
  char **names;   /* short, no two alike */
  char **full;    /* full names; several may share one */
  char **brief;   /* what a user may call it too: the function of a segment, the variable of a bin; several may share
                     one; "": nothing */
  uint32_t *same; /* the one that stands for those that are the same thing: one item of a view. NULL: all differ */
} UiLabels;

#endif
