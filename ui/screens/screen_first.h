/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_first.h: prints the first screen of a profile (the paper's Figure 2, with findings). */
#pragma once

#include "ui/names/name_table.h"
#include "ui/screens/screen.h"

/* Appends a description of the run and its machine, the totals, the findings that can save most, the legends, and the
 * matrix. `names` and `where`: as for advice_make(). */
void screen_first(const Screen *screen, const View *view, const NameTable *names, const char *where, GString *out);
