/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_processors.h: the counts of each processor as a table. */
#pragma once

#include "ui/screens/ui_screen.h"

/* Appends a row for each processor, their sums, and the imbalance. A table wider than the screen continues below. */
void ui_processors(const UiScreen *screen, const UiProfile *profile, GString *out);
