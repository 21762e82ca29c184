/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_matrix.h: the matrices of two profiles, and the matrix of their difference, as text. */
#pragma once

#include "ui/diff/diff.h"
#include "ui/screens/screen.h"

/* Appends legends and the three matrices. Each has at most screen->top rows and columns: those with the greatest
 * changes. */
void diff_matrix(const Screen *screen, const Diff *diff, GString *out);
