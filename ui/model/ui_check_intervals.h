/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_check_intervals.h: the identities of a run in intervals, for ui_check.c. */
#pragma once

#include "ui/model/ui_profile.h"

/* Check the last record of its kind in profile->rows; the last function completes the check. Return NULL, or a
 * message, owned by the caller. has_cells: there are records of all cells, to compare the intervals with. */
char *ui_check_timeline(const UiProfile *profile);
char *ui_check_interval(const UiProfile *profile);
char *ui_check_interval_cell(const UiProfile *profile);
char *ui_check_intervals_end(const UiProfile *profile, bool has_cells);
