/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_matrix.h: writes the matrices of two profiles, and the matrix of their difference, as text. */
#pragma once

#include "ui/diff/diff.h"
#include "ui/screens/screen.h"

/* Appends the legends and the three matrices. Each matrix contains at most screen->top rows and columns, which are
 * those with the greatest changes. */
void diff_matrix(const Screen *screen, const Diff *diff, GString *out);
