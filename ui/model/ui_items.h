/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_items.h: the items of a view's axes: rows and columns. A view (ui_view.h) ranks them. */
#ifndef UI_MODEL_ITEMS_H
#define UI_MODEL_ITEMS_H

#include "ui/model/ui_labels.h"
#include "ui/model/ui_levels.h"
#include "ui/model/ui_profile.h"

/* It is not changed once made, and belongs to all views that hold it. */
typedef struct {
  unsigned owners;
  char *given;           /* the name as the user gave it; NULL: it is the profile's */
  char *name;            /* unique on its axis, fit to print (see ui_text_escaped()) */
  GArray *members;       /* uint32_t: numbers of its segments or bins, ascending */
  UiCounts counts;       /* over the whole other axis */
  uint64_t instructions; /* executed in it; 0 for data */
} UiItem;

typedef struct {
  GPtrArray *items;   /* UiItem *, by rank */
  uint32_t *rank_of;  /* by number of segment or bin: rank of the item that it is in */
  uint32_t n_members; /* segments or bins in all */
  uint32_t n_used;    /* items that references were counted of; all, if none were counted at all */
  uint32_t n_shown;   /* of those, items that are not filtered out */
  bool *hidden;       /* by number of segment or bin: filtered out, or without references; NULL: there is no filter.
                         An item is filtered out if all its members are hidden */
} UiAxis;

/* An owner less of a UiItem. */
void ui_item_free(gpointer item);

/* Gives the axes (UI_AXES), which are empty, the items that the profile has, summed up and in no order: those of data
 * as the levels have them. `labels` (UI_AXES) are their names. */
void ui_items_make(UiAxis *axes, const UiProfile *profile, const UiLabels *labels, const UiLevelState *levels);

/* Makes the items of data anew, after levels have changed: those that the user named stay as they are. */
void ui_items_remake(UiAxis *axes, const UiProfile *profile, const UiLabels *labels, const UiLevelState *levels);

#endif
