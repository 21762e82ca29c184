/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_items.h: the items of a view's axes: rows and columns. A view (view.h) ranks them. */
#pragma once

#include "ui/profile/profile.h"
#include "ui/view/view_labels.h"
#include "ui/view/view_levels.h"

/* Immutable; shared by views. */
typedef struct {
  unsigned owners;
  char *given;           /* the user's name; NULL: the profile's */
  char *name;            /* unique on its axis, printable (see ui_text_escaped()) */
  GArray *members;       /* uint32_t: numbers of its segments or bins, ascending */
  ProfileCounts counts;  /* over the whole other axis */
  uint64_t instructions; /* executed in it; 0 for data */
} ViewItem;

typedef struct {
  GPtrArray *items;   /* ViewItem *, by rank */
  uint32_t *rank_of;  /* by number of segment or bin: rank of its item */
  uint32_t n_members; /* number of segments or bins */
  uint32_t n_used;    /* items with references; all, if none has any */
  uint32_t n_shown;   /* items that are not filtered out */
  bool *hidden;       /* by number of segment or bin: filtered out, or without references; NULL: no filter. An item is
                         filtered out if all its members are hidden */
} ViewAxis;

/* Releases a ViewItem, which is freed with its last owner. */
void view_item_free(gpointer item);

/* Creates the items of empty axes (VIEW_AXES), summed up and unsorted; those of data by the levels. `labels`
 * (VIEW_AXES) are their names. */
void view_items_make(ViewAxis *axes, const Profile *profile, const ViewLabels *labels, const ViewLevelState *levels);

/* Creates the items of an axis again after a change of levels; items that the user named stay. */
void view_items_remake(ViewAxis *axes, ViewAxisKind kind, const Profile *profile, const ViewLabels *labels,
                       const ViewLevelState *levels);
