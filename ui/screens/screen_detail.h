/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_detail.h: prints all counts of a part of the matrix (the paper's Figure 3) as text. */
#pragma once

#include "ui/screens/screen.h"
#include "ui/view/view_select.h"

/* Appends all counts of the cells in the rows `code` and the columns `data`. */
void screen_detail(const Screen *screen, const View *view, const ViewSelection *code, const ViewSelection *data,
                   GString *out);
