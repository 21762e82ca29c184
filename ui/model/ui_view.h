/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_view.h: the matrix that the user looks at: code segments by data bins of a profile, ranked, with the
 * user's renamings and combinations.
 *
 * An item is a row (code) or a column (data) of it: one segment or bin of the profile, or several combined.
 * The items of an axis are ranked, hottest first unless the user sorts them otherwise; an item's rank is its number in
 * the legends. What the user has filtered out stands behind all that is shown, and behind that what no reference was
 * counted of: it is in the profile because other records refer to it. */
#ifndef UI_UI_VIEW_H
#define UI_UI_VIEW_H

#include "ui/model/ui_items.h"
#include "ui/model/ui_metric.h"
#include "ui/model/ui_profile.h"

/* By what the items are ranked: a UiMetric, or one of these. */
typedef enum { UI_SORT_RATE = UI_METRICS, UI_SORT_NAME, UI_SORTS } UiSort;

typedef struct {
  const UiProfile *profile;
  const UiLabels *labels; /* by axis */
  UiMetric metric;        /* what the matrix shows */
  UiSort sort;            /* by what the items are ranked */
  bool up;                /* smallest, or first in the alphabet, first */
  GPtrArray *filters;     /* char *: conditions in force, in words, in the order in which they were set */
  bool held;              /* see ui_view_hold() */
  UiAxis axes[UI_AXES];
  UiLevelState levels; /* of data */
} UiView;

/* The view of a profile with nothing renamed or combined; `labels` (UI_AXES elements) are its names. Both must
 * outlive it. Ranked by stall cycles; where the whole profile has none, by misses, or else by references. */
UiView *ui_view_new(const UiProfile *profile, const UiLabels *labels);
void ui_view_free(UiView *view);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UiView, ui_view_free)

/* The same view once more: a change of one does not touch the other. */
UiView *ui_view_copy(const UiView *view);

/* "Memory Stall Time" and the like: what the view's metric is called in "Percentage of Total ...". */
const char *ui_view_metric_name(const UiView *view);

/* The counts' value of the view's metric. */
uint64_t ui_view_metric(const UiView *view, const UiCounts *counts);

/* Item of rank `rank` on an axis. */
const UiItem *ui_view_item(const UiView *view, UiAxisKind axis, uint32_t rank);
uint32_t ui_view_size(const UiView *view, UiAxisKind axis);

/* How many of them, the first by rank, references were counted of; and how many of those, again the first, are not
 * filtered out. */
uint32_t ui_view_used(const UiView *view, UiAxisKind axis);
uint32_t ui_view_shown(const UiView *view, UiAxisKind axis);

/* What the user types for a way to sort: the key of a metric, "rate" or "name". */
const char *ui_view_sort_key(UiSort sort);

/* Whether the profile knows what is sorted by: one that is made of samples knows misses and names. */
bool ui_view_knows(const UiView *view, UiSort sort);

/* Ranks both axes anew. The matrix shows that metric from then on, if it is one. */
void ui_view_sort(UiView *view, UiSort sort, bool up);

/* Filters out the items whose rank has hide[rank] set (ui_view_size() elements), besides those that were before, and
 * notes `filter`, which says so in words (fit to print), if it is not NULL. Returns false, and changes nothing, when
 * nothing would be left on the axis. A later item is filtered out if all that it takes in is. */
bool ui_view_hide(UiView *view, UiAxisKind axis, const bool *hide, const char *filter);

/* Shows everything again. */
void ui_view_show_all(UiView *view);

/* "code segment" or "data bin", for messages. */
const char *ui_view_axis_name(UiAxisKind axis);

/* Rank of the item that the place or bin of a cell is in. */
uint32_t ui_view_row(const UiView *view, uint32_t place);
uint32_t ui_view_column(const UiView *view, uint32_t bin);

/* Gives the item of that rank another name, by which it may get another rank. Returns false, and changes nothing, when
 * the name (after escaping) is that of another item of the axis, or empty, or all digits, as legend numbers are. */
bool ui_view_rename(UiView *view, UiAxisKind axis, uint32_t rank, const char *name);

/* Combines the items whose rank has picked[rank] set (ui_view_size() elements; at least one) to one called
 * `name`, and ranks the axis anew. Returns false, and changes nothing, when the name is bad as above. */
bool ui_view_combine(UiView *view, UiAxisKind axis, const bool *picked, const char *name);

/* Takes all names and combinations of the user away. */
void ui_view_forget_names(UiView *view);

/* Gives the view levels of data (by UiLevel), which must outlive it. All data stay at the level of call paths, as they
 * are without levels. */
void ui_view_set_levels(UiView *view, const UiLevelGroups *groups);

/* Shows the data bins whose rank has picked[rank] set (ui_view_size() elements; NULL: all) at a level, and ranks the
 * axis anew. What one column at the level takes in comes along. What the user named or combined stays as it is. Of a
 * view with levels. */
void ui_view_set_level(UiView *view, const bool *picked, UiLevel level);

/* Shows each data bin at the level that it had before in such a view: level_of[bin] is what view->levels.of[bin] was.
 * What the user named or combined stays as it is. Of a view with levels. */
void ui_view_set_level_of(UiView *view, const uint8_t *level_of);

/* The level of all data that references were counted of (of all, if there are none). UI_LEVELS: they are at several. */
UiLevel ui_view_level(const UiView *view);

/* With `hold`, renaming and combining leave the ranking for later: ranks are then in no order, until it is called
 * without. */
void ui_view_hold(UiView *view, bool hold);

/* The metric of the view, summed up over cells: item r of the rows adds to row row_of[r] of the result, which has
 * `rows` rows, and likewise columns. rows * columns values, row by row, owned by the caller. */
uint64_t *ui_view_matrix(const UiView *view, const uint32_t *row_of, uint32_t rows, const uint32_t *column_of,
                         uint32_t columns);

/* The same of the batches of a sampled run: profile->n_batches values for each cell of the result (ui_estimate.h).
 * NULL: they are not known of the metric. */
uint64_t *ui_view_batches(const UiView *view, const uint32_t *row_of, uint32_t rows, const uint32_t *column_of,
                          uint32_t columns);

#endif
