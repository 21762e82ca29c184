/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_matrix.h: the matrix of code and data as text, with the legends of its rows and columns. */
#pragma once

#include "ui/screens/screen.h"

/* Appends legends and matrix. Rows and columns have their ranks, which commands take as numbers. Items without a
 * line of their own are summed up: those of the dynamic linker in one line, all others in another. screen->top and
 * screen->least select the lines; a view sorted upwards, or filtered, ignores the latter. */
void screen_matrix(const Screen *screen, const View *view, GString *out);
