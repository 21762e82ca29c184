/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_screen.h: advice as text. */
#ifndef UI_UI_ADVICE_SCREEN_H
#define UI_UI_ADVICE_SCREEN_H

#include "ui/analysis/ui_focus.h"
#include "ui/analysis/ui_tried.h"
#include "ui/names/ui_names.h"
#include "ui/screens/ui_screen.h"

/* Appends what there is to say of the cells in focus (NULL: all), as ui_advice() has it, and what was tried, if
 * anything (NULL) was. */
void ui_advice_screen(const UiScreen *screen, const UiView *view, const UiNames *names, const UiFocus *focus,
                      const char *where, const UiTried *tried, GString *out);

/* Appends the few findings of the whole with the most to win, in short: what they explain, where, and what to change.
 * Returns false, and appends nothing, if there are none. */
bool ui_advice_screen_first(const UiScreen *screen, const UiView *view, const UiNames *names, const char *where,
                            GString *out);

/* Appends all rules: what each explains, where it is from, what one would do. */
void ui_advice_screen_rules(const UiScreen *screen, const UiProfile *profile, GString *out);

#endif
