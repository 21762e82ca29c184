/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_of_bin.h: makes the names of one bin, at any length. For static and thread-local variables, see
 * name_static_names.h. */
#pragma once

#include "ui/names/name_search_context.h"

/* For all functions of this file: `finder` is NULL if there is no debug information. The caller owns the results. */

/* The short name at `level` of detail: 0 is "double *.M.nz", or "NewMatrix:31" if no variable is known. Each further
 * level adds a caller from the call path. Returns NULL after the last level. */
char *name_of_bin_short(NameSearchContext *finder, const Profile *profile, uint32_t bin, unsigned level);

/* Returns the full name: "main.12.NewMatrix.31.double *.M.nz". */
char *name_of_bin_full(NameSearchContext *finder, const Profile *profile, uint32_t bin);

/* Returns the variable alone: "M.nz"; "" when there is none. */
char *name_of_bin_brief(NameSearchContext *finder, const Profile *profile, uint32_t bin);

/* Returns a key of the statements that allocate the blocks of a bin. Bins with equal keys have one variable, type and
 * path of source lines, as those of the calls that a compiler made of one call in an unrolled loop. NULL: the bin has no
 * call path, or there is no debug information. */
char *name_of_bin_site(NameSearchContext *finder, const Profile *profile, uint32_t bin);
