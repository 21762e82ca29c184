/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_view.h: the matrix of code segments and data bins of a profile, ranked, with the user's names and combinations.
 *
 * An item is a row (code) or a column (data): one segment or bin of the profile, or several combined. The items of an
 * axis are ranked, hottest first unless the user sorts them otherwise; an item's rank is its number in the legends.
 * Hidden items follow the shown ones, and items without references follow those: they are in the profile because other
 * records refer to them. */
#pragma once

#include "ui/model/ui_items.h"
#include "ui/model/ui_metric.h"
#include "ui/model/ui_profile.h"

/* The sort key of the items: a UiMetric, or one of these. */
typedef enum { UI_SORT_RATE = UI_METRICS, UI_SORT_NAME, UI_SORTS } UiSort;

typedef struct {
  const UiProfile *profile;
  const UiLabels *labels; /* by axis */
  UiMetric metric;        /* shown in the matrix */
  UiSort sort;            /* key of the ranking */
  bool up;                /* ascending order */
  GPtrArray *filters;     /* char *: active conditions as text, in the order in which they were set */
  bool held;              /* see ui_view_hold() */
  UiAxis axes[UI_AXES];
  UiLevelState levels; /* the data axis' */
} UiView;

/* Returns the view of a profile without names or combinations of the user; `labels` (UI_AXES elements) are its
 * names. Both must outlive it. Ranked by stall cycles; if the profile has none, by misses, or else by references. */
UiView *ui_view_new(const UiProfile *profile, const UiLabels *labels);
void ui_view_free(UiView *view);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(UiView, ui_view_free)

/* Returns a copy: changes of one do not affect the other. */
UiView *ui_view_copy(const UiView *view);

/* Returns the name of the view's metric in "Percentage of Total ...": "Memory Stall Time". */
const char *ui_view_metric_name(const UiView *view);

/* Returns the value of the view's metric. */
uint64_t ui_view_metric(const UiView *view, const UiCounts *counts);

/* Return the item of a rank on an axis, and the number of items. */
const UiItem *ui_view_item(const UiView *view, UiAxisKind axis, uint32_t rank);
uint32_t ui_view_size(const UiView *view, UiAxisKind axis);

/* Return the number of items with references, which come first by rank, and of those, the number of items that are
 * not filtered out, which again come first. */
uint32_t ui_view_used(const UiView *view, UiAxisKind axis);
uint32_t ui_view_shown(const UiView *view, UiAxisKind axis);

/* Returns the key that users type for sorting: the key of a metric, "rate" or "name". */
const char *ui_view_sort_key(UiSort sort);

/* Returns whether the profile has the sort key: one made of samples has misses and names. */
bool ui_view_knows(const UiView *view, UiSort sort);

/* Ranks both axes again. If the key is a metric, the matrix shows it from then on. */
void ui_view_sort(UiView *view, UiSort sort, bool up);

/* Hides the items whose rank has hide[rank] set (ui_view_size() elements), in addition to those hidden before, and
 * records `filter`, a printable condition, unless NULL. Returns false, and changes nothing, if no item of the axis
 * would remain. A new item is hidden if everything in it is hidden. */
bool ui_view_hide(UiView *view, UiAxisKind axis, const bool *hide, const char *filter);

/* Shows all items again. */
void ui_view_show_all(UiView *view);

/* Returns "code segment" or "data bin", for messages. */
const char *ui_view_axis_name(UiAxisKind axis);

/* Return the rank of the item of a cell's place or bin. */
uint32_t ui_view_row(const UiView *view, uint32_t place);
uint32_t ui_view_column(const UiView *view, uint32_t bin);

/* Renames the item of that rank, whose rank can change. Returns false, and changes nothing, if the name (after
 * escaping) is that of another item of the axis, or empty, or all digits, as legend numbers are. */
bool ui_view_rename(UiView *view, UiAxisKind axis, uint32_t rank, const char *name);

/* Combines the items whose rank has picked[rank] set (ui_view_size() elements; at least one) to one called `name`,
 * and ranks the axis again. Returns false, and changes nothing, if the name is invalid as above. */
bool ui_view_combine(UiView *view, UiAxisKind axis, const bool *picked, const char *name);

/* Removes all names and combinations of the user. */
void ui_view_forget_names(UiView *view);

/* Gives the view levels of data (by UiLevel), which must outlive it. All data stay at the level of call paths, as
 * without levels. */
void ui_view_set_levels(UiView *view, const UiLevelGroups *groups);

/* Shows the data bins whose rank has picked[rank] set (ui_view_size() elements; NULL: all) at a level, with all
 * others in the same column of that level, and ranks the axis again. Named and combined items stay unchanged. The
 * view must have levels. */
void ui_view_set_level(UiView *view, const bool *picked, UiLevel level);

/* Restores the level of each data bin: level_of[bin] is an earlier view->levels.of[bin]. Named and combined items
 * stay unchanged. The view must have levels. */
void ui_view_set_level_of(UiView *view, const uint8_t *level_of);

/* Returns the level of all data with references (of all, if there are none). UI_LEVELS: they are at several. */
UiLevel ui_view_level(const UiView *view);

/* With `hold`, renaming and combining postpone the ranking: ranks are then unordered, until a call without. */
void ui_view_hold(UiView *view, bool hold);

/* Returns the view's metric, summed up over cells: the item of rank r adds to row row_of[r] of the result, which has
 * `rows` rows; likewise for columns. rows * columns values, row by row, owned by the caller. */
uint64_t *ui_view_matrix(const UiView *view, const uint32_t *row_of, uint32_t rows, const uint32_t *column_of,
                         uint32_t columns);

/* As ui_view_matrix(), for the batches of a sampled run: profile->n_batches values for each cell of the result
 * (ui_estimate.h). NULL: not known for the metric. */
uint64_t *ui_view_batches(const UiView *view, const uint32_t *row_of, uint32_t rows, const uint32_t *column_of,
                          uint32_t columns);
