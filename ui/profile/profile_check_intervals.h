/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_check_intervals.h: the identities of a run in intervals, for profile_check.c. */
#pragma once

#include "ui/profile/profile.h"

/* Each of the next functions checks the last record of its kind in profile->rows; the last function completes the
 * check. Each returns NULL, or a message that the caller owns. `has_cells` is whether there are records of all cells,
 * with which the intervals are compared. */
char *profile_check_timeline(const Profile *profile);
char *profile_check_interval(const Profile *profile);
char *profile_check_interval_cell(const Profile *profile);
char *profile_check_intervals_end(const Profile *profile, bool has_cells);
