/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_diff_text.h: the difference of two profiles as text. */
#pragma once

#include "ui/runs/ui_diff.h"
#include "ui/screens/ui_screen.h"

/* Appends the difference. `titles` are the printable names of the two: files, labels. screen->top is the number of
 * improvements, regressions, and rows and columns of the matrix; 0: 10. */
void ui_diff_text(const UiScreen *screen, const UiDiff *diff, const char *const titles[UI_SIDES], GString *out);
