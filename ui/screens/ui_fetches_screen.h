/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_fetches_screen.h: misses of instruction fetches by code, and the code that evicted their lines. */
#pragma once

#include "ui/analysis/ui_focus.h"
#include "ui/screens/ui_screen.h"

/* Appends the counts of the instruction caches, then the n functions, and the n source lines, with the most
 * misses, of the code in focus. */
void ui_fetches_screen(const UiScreen *screen, const UiView *view, const UiFocus *focus, uint32_t n, GString *out);
