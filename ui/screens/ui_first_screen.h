/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_first_screen.h: the first screen of a profile (the paper's Figure 2, with findings). */
#pragma once

#include "ui/names/ui_names.h"
#include "ui/screens/ui_screen.h"

/* Appends the run and its machine, totals, the findings that can save most, legends and matrix. `names` and `where`
 * are the arguments of ui_advice(). */
void ui_first_screen(const UiScreen *screen, const UiView *view, const UiNames *names, const char *where, GString *out);
