/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_models_screen.h: counts of optional models of the machine (TLBs, prefetchers, traffic) by data and code. */
#pragma once

#include "ui/analysis/ui_focus.h"
#include "ui/screens/ui_screen.h"

/* Returns whether the machine of the run has the model. */
bool ui_models_has(const UiProfile *profile, UiModel model);

/* Appends the model's totals, then the n data bins, and the n functions, with the greatest counts, of the cells in
 * focus. */
void ui_models_screen(const UiScreen *screen, const UiView *view, UiModel model, const UiFocus *focus, uint32_t n,
                      GString *out);
