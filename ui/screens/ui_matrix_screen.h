/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_matrix_screen.h: the matrix of code and data as text, with the legends of its rows and columns. */
#ifndef UI_SCREENS_MATRIX_SCREEN_H
#define UI_SCREENS_MATRIX_SCREEN_H

#include "ui/screens/ui_screen.h"

/* Appends legends and matrix. Rows and columns have the numbers by which commands take them: their ranks. What is not
 * shown by itself is summed up: the dynamic linker's in one line, all else in another. screen->top and screen->least
 * say what is shown; a user who sorts the least first, or filters, sees all that screen->top leaves. */
void ui_matrix_screen(const UiScreen *screen, const UiView *view, GString *out);

#endif
