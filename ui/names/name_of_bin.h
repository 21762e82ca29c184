/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_of_bin.h: makes names of one bin, with different levels of detail. For static and thread-local variables, see
 * name_static_names.h. */
#pragma once

#include "ui/names/name_search_context.h"

/* In all functions of this file, `finder` is NULL if there is no debug information. The caller owns the results. */

/* Returns the short name at `level` of detail. At level 0 it is a name such as "double *.M.nz", or "NewMatrix:31" if no
 * variable is known. Each further level adds a caller from the call path. Returns NULL after the last level. */
char *name_of_bin_short(NameSearchContext *finder, const Profile *profile, uint32_t bin, unsigned level);

/* Returns the full name, such as "main.12.NewMatrix.31.double *.M.nz". */
char *name_of_bin_full(NameSearchContext *finder, const Profile *profile, uint32_t bin);

/* Returns only the variable, such as "M.nz"; "" if there is none. */
char *name_of_bin_brief(NameSearchContext *finder, const Profile *profile, uint32_t bin);

/* Returns a key of the statements that allocate the blocks of a bin. Bins with equal keys have the same variable, type
 * and path of source lines. For example, a compiler can make several calls of one call when it unrolls a loop. NULL:
 * the bin has no call path, or there is no debug information. */
char *name_of_bin_site(NameSearchContext *finder, const Profile *profile, uint32_t bin);
