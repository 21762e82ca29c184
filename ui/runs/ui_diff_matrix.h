/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_diff_matrix.h: the matrices of two profiles and their difference, as text. */
#pragma once

#include "ui/runs/ui_diff.h"
#include "ui/screens/ui_screen.h"

/* Appends legends and the three matrices: at most screen->top rows and columns, those with the greatest changes. */
void ui_diff_matrix(const UiScreen *screen, const UiDiff *diff, GString *out);
