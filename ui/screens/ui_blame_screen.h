/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_blame_screen.h: evictors and invalidators, as text: a table, and the totals of both sides. */
#ifndef UI_UI_BLAME_SCREEN_H
#define UI_UI_BLAME_SCREEN_H

#include "ui/analysis/ui_blame.h"
#include "ui/screens/ui_screen.h"

/* Appends the table of victims (rows) by culprits (columns) for the misses in focus (NULL: all); with data chosen, also
 * the other side: whose lines these data took, or, with code chosen and UI_BLAME_INVALIDATORS, whose that code took. */
void ui_blame_screen(const UiScreen *screen, const UiView *view, UiBlameKind kind, const UiFocus *focus, GString *out);

#endif
