/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_processors.h: the counts of each processor as a table. */
#pragma once

#include "ui/screens/screen.h"

/* Appends a row for each processor, their sums, and the imbalance. A table wider than the screen continues below. */
void screen_processors(const Screen *screen, const Profile *profile, GString *out);
