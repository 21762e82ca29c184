/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_recursion.h: joins the bins of blocks that a recursive function allocates at different depths. */
#pragma once

#include "ui/model/ui_profile.h"

/* Joins bins whose call paths differ only in how often functions called themselves, directly or by way of others, to
 * those that are the same already. `same` is as in UiLabels, for all bins, or NULL; it is taken over. Returns the like,
 * owned by the caller. */
uint32_t *ui_recursion_join(const UiProfile *profile, uint32_t *same);
