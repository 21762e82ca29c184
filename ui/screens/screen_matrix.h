/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_matrix.h: prints the matrix of code and data, with the legends of its rows and columns. */
#pragma once

#include "ui/screens/screen.h"

/* Appends the legends and the matrix. Rows and columns show their ranks, which commands accept as numbers. Items
 * without a line of their own are summed up: those of the dynamic linker in one line, and all others in another line.
 * screen->top and screen->least determine which items have a line of their own; screen->least is ignored if the view is
 * sorted upwards or filtered. */
void screen_matrix(const Screen *screen, const View *view, GString *out);
