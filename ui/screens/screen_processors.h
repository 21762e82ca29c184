/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_processors.h: prints the counts of each processor as a table. */
#pragma once

#include "ui/screens/screen.h"

/* Appends a row for each processor, a row with their sums, and the imbalance. If the table is wider than the screen, it
 * is continued below. */
void screen_processors(const Screen *screen, const Profile *profile, GString *out);
