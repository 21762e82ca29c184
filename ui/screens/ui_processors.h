/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_processors.h: what each processor did, as a table. */
#ifndef UI_UI_PROCESSORS_H
#define UI_UI_PROCESSORS_H

#include "ui/screens/ui_screen.h"

/* Appends a row for each processor, their sums, and how evenly the work was spread. A table that is wider than the
 * screen goes on below. */
void ui_processors(const UiScreen *screen, const UiProfile *profile, GString *out);

#endif
