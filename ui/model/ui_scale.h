/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_scale.h: from what the samples of a run counted to estimates for the whole run: all counts by the ratio of all
 * instructions to those of the samples. */
#ifndef UI_UI_SCALE_H
#define UI_UI_SCALE_H

#include "ui/model/ui_profile.h"

/* Whether the totals of a sampled run, which obeys all identities, fit in 64 bits when they are scaled. */
bool ui_scale_fits(const UiProfile *profile);

/* Scales all counts of a sampled run in place, but those of batches, memory and threads: of a profile that was checked,
 * and is not sealed yet. Of a run without samples nothing is known, so it stays as it is. Estimates are whole numbers,
 * and what adds up still does: causes to misses, evictors to replacements, cells to totals; but for causes over
 * processors, which differ from the totals' by rounding. */
void ui_scale(UiProfile *profile);

#endif
