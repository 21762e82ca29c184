/* SPDX-License-Identifier: GPL-2.0-or-later
 * name_recursion.h: joins the bins of blocks that a recursive function allocates at different depths. */
#pragma once

#include "ui/profile/profile.h"

/* Joins bins whose call paths differ only in how often functions called themselves, directly or by way of others, to
 * those that are the same already. `same` is as in ViewLabels, for all bins, or NULL; it is taken over. Returns the
 * like, owned by the caller. */
uint32_t *name_recursion_join(const Profile *profile, uint32_t *same);
