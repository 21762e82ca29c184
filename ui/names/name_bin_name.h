/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_bin_name.h: the names of one bin, at any length; name_static_names.h has those of static and thread-local
 * variables. */
#pragma once

#include "ui/names/name_search_context.h"

/* In all of these functions, finder is NULL without debug information. The caller owns the results. */

/* The short name at `level` of detail: 0 is "double *.M.nz", or "NewMatrix:31" where no variable is known; each further
 * level adds a caller of the call path. NULL past the last level. */
char *name_bin_name_short(NameSearchContext *finder, const Profile *profile, uint32_t bin, unsigned level);

/* Returns the full name: "main.12.NewMatrix.31.double *.M.nz". */
char *name_bin_name_full(NameSearchContext *finder, const Profile *profile, uint32_t bin);

/* Returns the variable alone: "M.nz"; "" when there is none. */
char *name_bin_name_brief(NameSearchContext *finder, const Profile *profile, uint32_t bin);
