/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_stages.h: the stages of a run, which the program named (memspy.h), as rows of a matrix, and the functions of a
 * stage. */
#pragma once

#include "ui/view/view.h"
#include "ui/view/view_callers.h"
#include "ui/view/view_rows.h"

/* Returns the path of a stage, such as "factor / level 3": its name after the names of the stages around it. Different
 * stages have different paths: a stage "a / b" has the path "a // b". Owned by the caller. */
char *view_stages_path(const Profile *profile, uint32_t stage);

/* Returns the costs of each stage by itself, and those of the stage with all stages inside it, as arrays of n_stages + 1
 * elements. Element 0 of *own has what is outside of all stages, element 0 of *all has everything; element i + 1 belongs
 * to stage i. The caller frees both arrays. */
void view_stages_costs(const Profile *profile, ViewCost **own, ViewCost **all);

/* Returns which stages a pattern (with * and ?) selects: those whose name or path it matches, and all stages inside
 * them. The array has n_stages + 1 elements, indexed by stage + 1; element 0 is false. NULL: the pattern matches
 * nothing. Owned by the caller. */
bool *view_stages_select(const Profile *profile, const char *pattern);

/* The first function returns a view whose rows are stages. The second returns a view whose rows are functions, with only
 * the counts of the stages in `picked` (view_stages_select()). Both have the levels, metric and sort key of the view
 * `of`, and its totals, but not the names that the user gave. `of` must outlive the result, which the caller frees with
 * view_rows_free(). */
ViewRows *view_stages_new(const View *of);
ViewRows *view_stages_inside(const View *of, const bool *picked);
