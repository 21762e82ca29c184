/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_recursion.h: joins the bins of blocks that a recursive function allocates at different depths. */
#pragma once

#include "ui/profile/profile.h"

/* Joins bins whose call paths differ only in how often functions called themselves, directly or indirectly. `same`
 * contains, for each bin, the bin that represents it (ViewLabels); NULL: no bins are joined yet. Takes ownership of
 * `same`. Returns an array of the same form, which also contains the new joins. The caller owns the array. */
uint32_t *name_recursion_join(const Profile *profile, uint32_t *same);
