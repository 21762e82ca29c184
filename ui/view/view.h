/* SPDX-License-Identifier: GPL-2.0-or-later
 * view.h: the matrix of a profile's code segments and data bins. Rows and columns are ranked, and have the names and
 * combinations that the user gave.
 *
 * An item is a row (code) or a column (data): one segment or bin of the profile, or several combined. The items of an
 * axis are ranked, hottest first unless the user sorts them otherwise; an item's rank is its number in the legends.
 * Items that are hidden follow those that are shown. Items without references come last. These items are in the profile
 * only because other records refer to them. */
#pragma once

#include "ui/profile/profile.h"
#include "ui/view/view_items.h"
#include "ui/view/view_metric.h"

/* The sort key of the items: either a ViewMetric, or one of these keys. */
typedef enum { VIEW_SORT_RATE = VIEW_METRICS, VIEW_SORT_MPKI, VIEW_SORT_NAME, VIEW_SORTS } ViewSort;

typedef struct {
  const Profile *profile;
  const ViewLabels *labels; /* indexed by axis */
  ViewMetric metric;        /* metric that the matrix shows */
  ViewSort sort;            /* sort key that determines the ranks */
  bool up;                  /* whether the order is ascending */
  GPtrArray *filters;       /* char *: the active filter conditions as text, in the order in which they were set */
  bool held;                /* whether ranking is postponed (see view_hold()) */
  ViewAxis axes[VIEW_AXES];
  ViewLevelState levels;
  const char *rows_title; /* heading of the rows; NULL: they are code segments */
} View;

/* Returns a new view of a profile, without names or combinations of the user. `labels` (VIEW_AXES elements) contains
 * the names of items. The profile and the labels must outlive the view. The view is ranked by stall cycles; if the
 * profile has none, by misses, or else by references. */
View *view_new(const Profile *profile, const ViewLabels *labels);
void view_free(View *view);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(View, view_free)

/* Returns a copy of the view. Changes of one view do not affect the other one. */
View *view_copy(const View *view);

/* Returns the name of the view's metric, in the form for "Percentage of Total ...", such as "Memory Stall Time". */
const char *view_metric_name(const View *view);

/* Returns the value that the view's metric has in `counts`. */
uint64_t view_metric(const View *view, const ProfileCounts *counts);

/* The next two functions return the item with a rank on an axis, and the number of items. */
const ViewItem *view_item(const View *view, ViewAxisKind axis, uint32_t rank);
uint32_t view_size(const View *view, ViewAxisKind axis);

/* view_used() returns the number of items with references, which have the lowest ranks. view_shown() returns how many
 * of these are not filtered out; they have the lowest ranks of all. */
uint32_t view_used(const View *view, ViewAxisKind axis);
uint32_t view_shown(const View *view, ViewAxisKind axis);

/* Returns the key that users type for sorting, which is the key of a metric, "rate", "mpki" or "name". */
const char *view_sort_key(ViewSort sort);

/* Returns the name of a sort key on screens, such as "Memory Stall Time" or "Miss Rate". */
const char *view_sort_title(const View *view, ViewSort sort);

/* Returns the misses of an item per thousand instructions. For a row, only the instructions of its own code count; for
 * a column, all instructions of the program count. */
double view_mpki(const View *view, ViewAxisKind axis, const ViewItem *item);

/* Returns the miss rate of an item in percent. */
double view_rate(const ViewItem *item);

/* Returns whether the profile contains the values of a sort key. A profile made of samples contains only misses and
 * names. */
bool view_knows(const View *view, ViewSort sort);

/* Ranks both axes again by a sort key. If the key is a metric, the matrix also shows this metric. */
void view_sort(View *view, ViewSort sort, bool up);

/* Hides all items whose rank has hide[rank] set (view_size() elements), in addition to those that are already hidden.
 * Unless `filter` is NULL, records it as a condition, which must be printable. If no item of the axis would remain,
 * returns false and changes nothing. An item that is made later is hidden if all of its members are hidden. */
bool view_hide(View *view, ViewAxisKind axis, const bool *hide, const char *filter);

/* Removes all filters, so that all items are shown again. */
void view_show_all(View *view);

/* Returns the name of an axis's items for messages: "code segment" or "data bin". */
const char *view_axis_name(ViewAxisKind axis);

/* The next two functions return the rank of the item to which the place or the bin of a cell belongs. */
uint32_t view_row(const View *view, uint32_t place);
uint32_t view_column(const View *view, uint32_t bin);

/* Renames the item with this rank. Its rank can change. Returns false and changes nothing if the name is not valid:
 * after escaping, it must not be the name of another item of the axis, empty, or a number, because numbers are those of
 * the legends. */
bool view_rename(View *view, ViewAxisKind axis, uint32_t rank, const char *name);

/* Combines all items whose rank has picked[rank] set (view_size() elements; at least one) to one item called `name`,
 * and ranks the axis again. Returns false and changes nothing if the name is not valid (see view_rename()). */
bool view_combine(View *view, ViewAxisKind axis, const bool *picked, const char *name);

/* Removes all names and combinations that the user gave. */
void view_forget_names(View *view);

/* Gives the view the levels of data, by ViewLevel. They must outlive the view. At first, all data stay at the level of
 * call paths, as without levels. */
void view_set_levels(View *view, const ViewLevelGroups *groups);

/* Changes the level of the data bins whose rank has picked[rank] set (view_size() elements; NULL: all). All other bins
 * in the same column of that level change, too. Then ranks the axis again. Named and combined items remain unchanged.
 * The view must have levels. */
void view_set_level(View *view, const bool *picked, ViewLevel level);

/* Shows the code of inlined functions in the rows of the functions that contain it, if `whole` is set. Otherwise shows
 * it in separate rows, as in a new view. Named and combined items remain unchanged. */
void view_set_whole_functions(View *view, bool whole);

/* Restores the level of each data bin to level_of[bin], which is a copy of an earlier view->levels.of[bin]. Named and
 * combined items remain unchanged. The view must have levels. */
void view_set_level_of(View *view, const uint8_t *level_of);

/* Returns the level of all data that have references, or of all data if none have any; VIEW_LEVELS: the data are at
 * different levels. */
ViewLevel view_level(const View *view);

/* If `hold` is set, renaming and combining do not rank the items, so that ranks have no order. The next call without
 * `hold` ranks them. */
void view_hold(View *view, bool hold);

/* Sums up the view's metric over cells. The result is a matrix with `rows` rows. A cell with the code item of rank r
 * and the data item of rank s is added to row row_of[r] and column column_of[s]. The caller owns the array of rows *
 * columns values, which are stored row by row. */
uint64_t *view_matrix(const View *view, const uint32_t *row_of, uint32_t rows, const uint32_t *column_of,
                      uint32_t columns);

/* As view_matrix(), but for the batches of a sampled run. Each cell of the result has profile->n_batches values
 * (view_estimate.h). Returns NULL if the values are unknown for the metric. */
uint64_t *view_batches(const View *view, const uint32_t *row_of, uint32_t rows, const uint32_t *column_of,
                       uint32_t columns);
