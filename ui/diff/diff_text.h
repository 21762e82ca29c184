/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_text.h: writes the difference between two profiles as text. */
#pragma once

#include "ui/diff/diff.h"
#include "ui/screens/screen.h"

/* Appends the difference. `titles` are names of the two profiles, for example files or labels, escaped for printing.
 * screen->top is the maximum number of improvements, of regressions, and of rows and columns of the matrix; 0 means
 * 10. */
void diff_text(const Screen *screen, const Diff *diff, const char *const titles[DIFF_SIDES], GString *out);
