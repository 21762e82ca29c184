/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_check_contexts.h: the identities of calling contexts, for profile_check.c. */
#pragma once

#include "ui/profile/profile.h"

/* Each of the next functions checks the last record of its kind in profile->rows; the last function completes the
 * check. Each returns NULL, or a message that the caller owns. `has_cells` is whether there are records of all cells,
 * with which the contexts are compared. */
char *profile_check_context(const Profile *profile);
char *profile_check_context_fold(const Profile *profile);
char *profile_check_context_cell(const Profile *profile);
char *profile_check_contexts_end(const Profile *profile, bool has_cells);
