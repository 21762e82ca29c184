/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_time_screen.h: the run over time, as strips of characters. */
#pragma once

#include "ui/model/ui_view.h"
#include "ui/screens/ui_screen.h"

/* Appends the activity of each processor over time, and the stall of the items of an axis. The profile must have
 * intervals. */
void ui_time_screen(const UiScreen *screen, const UiView *view, UiAxisKind axis, GString *out);
