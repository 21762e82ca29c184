/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_check_contexts.h: the identities of calling contexts, for profile_check.c. */
#pragma once

#include "ui/profile/profile.h"

/* Check the last record of its kind in profile->rows; the last function completes the check. Return NULL, or a
 * message, owned by the caller. has_cells: there are records of all cells, to compare the contexts with. */
char *profile_check_context(const Profile *profile);
char *profile_check_context_fold(const Profile *profile);
char *profile_check_context_cell(const Profile *profile);
char *profile_check_contexts_end(const Profile *profile, bool has_cells);
