/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_models_screen.h: what models of the machine that most machines do not have (TLBs, prefetchers, traffic) counted of
 * data and code. */
#ifndef UI_SCREENS_UI_MODELS_SCREEN_H
#define UI_SCREENS_UI_MODELS_SCREEN_H

#include "ui/analysis/ui_focus.h"
#include "ui/screens/ui_screen.h"

typedef enum { UI_MODEL_TRANSLATION, UI_MODEL_PREFETCHING, UI_MODEL_TRAFFIC } UiModel;

/* Whether the machine of the run has the model. */
bool ui_models_has(const UiProfile *profile, UiModel model);

/* Appends what the model counted, then the n data bins, and the n functions, of which it counted most; of what is in
 * focus. */
void ui_models_screen(const UiScreen *screen, const UiView *view, UiModel model, const UiFocus *focus, uint32_t n,
                      GString *out);

#endif
