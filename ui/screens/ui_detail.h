/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_detail.h: all counts of a part of the matrix (the paper's Figure 3) as text. */
#pragma once

#include "ui/model/ui_select.h"
#include "ui/screens/ui_screen.h"

/* Appends the details of the cells in the rows `code` and the columns `data`. */
void ui_detail(const UiScreen *screen, const UiView *view, const UiSelection *code, const UiSelection *data,
               GString *out);
