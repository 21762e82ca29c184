/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_sharing.h: prints the cache lines that caused most misses because processors shared them. */
#pragma once

#include "ui/analysis/analysis_focus.h"
#include "ui/names/name_table.h"
#include "ui/screens/screen.h"

/* Appends the `n` hottest shared cache lines that have uses in focus (NULL: all uses are in focus), with their uses and
 * their remedies. `names`: contains the types of data; NULL: the types are not known. */
void screen_sharing(const Screen *screen, const View *view, const NameTable *names, const AnalysisFocus *focus,
                    uint32_t n, GString *out);
