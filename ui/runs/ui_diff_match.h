/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_diff_match.h: what of one profile is what of another.
 *
 * Items (code segments, data bins, or several combined in a view) of the two are matched by their full names, which are
 * the same in every run of a program. Where these differ in line numbers only, because the source was edited, or, for
 * code, in files and objects, and one item of each profile is left that could be meant, they match too. What is in one
 * profile only stands there alone. Items of a profile with the same full name are one item of the difference. */
#ifndef UI_UI_DIFF_MATCH_H
#define UI_UI_DIFF_MATCH_H

#include "ui/runs/ui_diff.h"

/* Compares two views, which must outlive the result. The caller frees it with ui_diff_free(). */
UiDiff *ui_diff_match(const UiView *before, const UiView *after);

#endif
