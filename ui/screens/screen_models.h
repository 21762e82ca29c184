/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_models.h: prints the counts of optional models of the machine (TLBs, prefetchers, traffic) by data and by
 * code. */
#pragma once

#include "ui/analysis/analysis_focus.h"
#include "ui/screens/screen.h"

/* Returns whether the machine of the run has a model. */
bool screen_models_has(const Profile *profile, ProfileModel model);

/* Appends the totals of a model. Then appends the n data bins and the n functions with the greatest counts, among the
 * cells in focus. */
void screen_models(const Screen *screen, const View *view, ProfileModel model, const AnalysisFocus *focus, uint32_t n,
                   GString *out);
