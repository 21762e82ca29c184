/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_items.h: the items of a view's axes: rows and columns. A view (view.h) ranks them. */
#pragma once

#include "ui/profile/profile.h"
#include "ui/view/view_labels.h"
#include "ui/view/view_levels.h"

/* An item, which is immutable and can be shared by several views. */
typedef struct {
  unsigned owners;
  char *given;           /* name that the user gave to the item; NULL: the item has the name from the profile */
  char *name;            /* name of the item, unique on its axis, escaped for printing (ui_text_escaped()) */
  GArray *members;       /* uint32_t: numbers of the segments or bins of the item, in ascending order */
  ProfileCounts counts;  /* sum over the whole other axis */
  uint64_t instructions; /* number of instructions executed in the item; 0 for data */
} ViewItem;

typedef struct {
  GPtrArray *items;   /* array of ViewItem *, indexed by rank */
  uint32_t *rank_of;  /* for each segment or bin: rank of its item */
  uint32_t n_members; /* number of all segments or bins */
  uint32_t n_used;    /* number of items with references; number of all items if none has references */
  uint32_t n_shown;   /* number of items that are not filtered out */
  bool *hidden;       /* for each segment or bin: whether it is filtered out, or has no references; NULL: there is no
                         filter. An item is filtered out if all its members are hidden */
} ViewAxis;

/* Releases one ownership of a ViewItem. The last owner's call frees it. */
void view_item_free(gpointer item);

/* Makes the items of empty axes (VIEW_AXES elements), with the sums of their counts, but not sorted. `levels`
 * determines the items of data. `labels` (VIEW_AXES elements) contains the names. */
void view_items_make(ViewAxis *axes, const Profile *profile, const ViewLabels *labels, const ViewLevelState *levels);

/* Makes the items of an axis again after levels were changed. Items that the user named remain. */
void view_items_remake(ViewAxis *axes, ViewAxisKind kind, const Profile *profile, const ViewLabels *labels,
                       const ViewLevelState *levels);
