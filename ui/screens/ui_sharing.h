/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_sharing.h: the lines of memory that processors shared most. */
#pragma once

#include "ui/analysis/ui_focus.h"
#include "ui/names/ui_names.h"
#include "ui/screens/ui_screen.h"

/* Appends the `n` hottest shared lines that have uses in focus (NULL: all), each with its uses and its remedy.
 * `names` has the types (NULL: unknown). */
void ui_sharing(const UiScreen *screen, const UiView *view, const UiNames *names, const UiFocus *focus, uint32_t n,
                GString *out);
