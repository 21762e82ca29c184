/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_check_intervals.h: the identities of a run in intervals, for profile_check.c. */
#pragma once

#include "ui/profile/profile.h"

/* Check the last record of its kind in profile->rows; the last function completes the check. Return NULL, or a
 * message, owned by the caller. has_cells: there are records of all cells, to compare the intervals with. */
char *profile_check_timeline(const Profile *profile);
char *profile_check_interval(const Profile *profile);
char *profile_check_interval_cell(const Profile *profile);
char *profile_check_intervals_end(const Profile *profile, bool has_cells);
