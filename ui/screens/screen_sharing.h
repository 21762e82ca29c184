/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_sharing.h: the lines of memory that processors shared most. */
#pragma once

#include "ui/analysis/analysis_focus.h"
#include "ui/names/name_table.h"
#include "ui/screens/screen.h"

/* Appends the `n` hottest shared lines that have uses in focus (NULL: all), each with its uses and its remedy.
 * `names` has the types (NULL: unknown). */
void screen_sharing(const Screen *screen, const View *view, const NameTable *names, const AnalysisFocus *focus,
                    uint32_t n, GString *out);
