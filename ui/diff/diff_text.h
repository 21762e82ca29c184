/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_text.h: the difference of two profiles as text. */
#pragma once

#include "ui/diff/diff.h"
#include "ui/screens/screen.h"

/* Appends the difference. `titles` are the printable names of the two: files, labels. screen->top is the number of
 * improvements, regressions, and rows and columns of the matrix; 0: 10. */
void diff_text(const Screen *screen, const Diff *diff, const char *const titles[DIFF_SIDES], GString *out);
