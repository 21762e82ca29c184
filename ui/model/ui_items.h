/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_items.h: the items of a view's axes: rows and columns. A view (ui_view.h) ranks them. */
#pragma once

#include "ui/model/ui_labels.h"
#include "ui/model/ui_levels.h"
#include "ui/model/ui_profile.h"

/* Immutable; shared by views. */
typedef struct {
  unsigned owners;
  char *given;           /* the user's name; NULL: the profile's */
  char *name;            /* unique on its axis, printable (see ui_text_escaped()) */
  GArray *members;       /* uint32_t: numbers of its segments or bins, ascending */
  UiCounts counts;       /* over the whole other axis */
  uint64_t instructions; /* executed in it; 0 for data */
} UiItem;

typedef struct {
  GPtrArray *items;   /* UiItem *, by rank */
  uint32_t *rank_of;  /* by number of segment or bin: rank of its item */
  uint32_t n_members; /* number of segments or bins */
  uint32_t n_used;    /* items with references; all, if none has any */
  uint32_t n_shown;   /* items that are not filtered out */
  bool *hidden;       /* by number of segment or bin: filtered out, or without references; NULL: no filter. An item is
                         filtered out if all its members are hidden */
} UiAxis;

/* Releases a UiItem, which is freed with its last owner. */
void ui_item_free(gpointer item);

/* Creates the items of empty axes (UI_AXES), summed up and unsorted; those of data by the levels. `labels` (UI_AXES)
 * are their names. */
void ui_items_make(UiAxis *axes, const UiProfile *profile, const UiLabels *labels, const UiLevelState *levels);

/* Creates the items of data again after a change of levels; items that the user named stay. */
void ui_items_remake(UiAxis *axes, const UiProfile *profile, const UiLabels *labels, const UiLevelState *levels);
