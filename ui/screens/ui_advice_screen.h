/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_screen.h: advice as text. */
#pragma once

#include "ui/analysis/ui_focus.h"
#include "ui/analysis/ui_tried.h"
#include "ui/names/ui_names.h"
#include "ui/screens/ui_screen.h"

/* Appends the findings of ui_advice() for the cells in focus (NULL: all), and the results of tried changes (NULL:
 * none). */
void ui_advice_screen(const UiScreen *screen, const UiView *view, const UiNames *names, const UiFocus *focus,
                      const char *where, const UiTried *tried, GString *out);

/* Appends the few findings of the whole run that can save most, in short: cause, place and change. Returns false,
 * and appends nothing, if there are none. */
bool ui_advice_screen_first(const UiScreen *screen, const UiView *view, const UiNames *names, const char *where,
                            GString *out);

/* Appends all rules, each with its explanation, source and remedy. */
void ui_advice_screen_rules(const UiScreen *screen, const UiProfile *profile, GString *out);
