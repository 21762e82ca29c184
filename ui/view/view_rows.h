/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_rows.h: views whose rows are not functions, or that contain only a part of the counts. Such a view is a view of
 * a changed copy of the profile. */
#pragma once

#include "ui/view/view.h"

typedef struct {
  Profile profile; /* shares all arrays with the original profile, except the following ones */
  /* The arrays that replace those of the original profile. They belong to this record; NULL: not replaced. */
  ProfileObject *objects;
  ProfileSegment *segments;
  ProfilePlace *places;
  ProfileCell *cells;
  ProfileEvictors *evictors, *invalidators;
  ViewLabels labels[VIEW_AXES];
  GPtrArray *names; /* char *: names of the rows; NULL: the rows are functions */
  View *view;       /* NULL before view_rows_finish() */
} ViewRows;

/* Returns a copy of the profile and labels of the view `of`. The member `view` is still NULL. The caller changes the
 * copy, and then calls view_rows_finish(). `of` must outlive the result, which the caller frees with
 * view_rows_free(). */
ViewRows *view_rows_new(const View *of);
void view_rows_free(ViewRows *rows);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(ViewRows, view_rows_free)

/* Replaces the functions by rows with other names, which have no file and no object, and removes all records that refer
 * to functions. `names` (char *, at least one element; the names are unique, and not escaped for printing) belongs to
 * `rows` from now on. The caller also has to replace the places: in the copy, the segment of a place is the number of a
 * row. */
void view_rows_set_names(ViewRows *rows, GPtrArray *names);

/* Replaces the places and the cells by others, and removes all other records that refer to places. In the
 * call paths of bins, only the objects are still valid. Both arrays were allocated by GLib, and belong to `rows` from now
 * on. The cells are sorted by place, then bin; several can have the same place and bin. */
void view_rows_set_places(ViewRows *rows, ProfilePlace *places, uint32_t n_places, ProfileCell *cells,
                          uint32_t n_cells);

/* Makes the view of the changed profile, with the levels of the view `of`, but not with the names that the user gave.
 * `title` is the heading of the rows (View.rows_title). The view belongs to `rows`. */
void view_rows_finish(ViewRows *rows, const View *of, ViewSort sort, bool up, const char *title);
