/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_time.h: prints the run over time, as strips of characters. */
#pragma once

#include "ui/screens/screen.h"
#include "ui/view/view.h"

/* Appends the activity of each processor over time, and the stall of the items of an axis over time. The profile must
 * have intervals. */
void screen_time(const Screen *screen, const View *view, ViewAxisKind axis, GString *out);
