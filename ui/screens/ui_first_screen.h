/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_first_screen.h: what one sees of a profile first (the paper's Figure 2, with findings). */
#ifndef UI_SCREENS_FIRST_SCREEN_H
#define UI_SCREENS_FIRST_SCREEN_H

#include "ui/names/ui_names.h"
#include "ui/screens/ui_screen.h"

/* Appends the run and its machine, totals, the findings with the most to win, legends and matrix. `names` and `where`
 * are as ui_advice() takes them. */
void ui_first_screen(const UiScreen *screen, const UiView *view, const UiNames *names, const char *where, GString *out);

#endif
