/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_recursion.h: joins the bins of blocks that a recursive function allocates at different depths. */
#pragma once

#include "ui/profile/profile.h"

/* Joins bins whose call paths differ only in how often functions called themselves, directly or through other
 * functions. `same` has, for each bin, the bin that represents it (ViewLabels); NULL: no bins are joined yet. The
 * function takes ownership of `same`. Returns an array of the same form with the additional joins. The caller owns
 * it. */
uint32_t *name_recursion_join(const Profile *profile, uint32_t *same);
