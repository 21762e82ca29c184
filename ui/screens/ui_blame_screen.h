/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_blame_screen.h: evictors and invalidators as text: a table, and the totals of both sides. */
#pragma once

#include "ui/analysis/ui_blame.h"
#include "ui/screens/ui_screen.h"

/* Appends the table of victims (rows) by culprits (columns) for the misses in focus (NULL: all). With chosen data,
 * or with chosen code and UI_BLAME_INVALIDATORS, also appends the table of the misses that these caused. */
void ui_blame_screen(const UiScreen *screen, const UiView *view, UiBlameKind kind, const UiFocus *focus, GString *out);
