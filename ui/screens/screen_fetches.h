/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_fetches.h: prints the misses of instruction fetches by code, and the code that evicted the missing lines. */
#pragma once

#include "ui/analysis/analysis_focus.h"
#include "ui/screens/screen.h"

/* Appends the counts of the instruction caches. Then appends the n functions and the n source lines with the most
 * misses, among the code in focus. */
void screen_fetches(const Screen *screen, const View *view, const AnalysisFocus *focus, uint32_t n, GString *out);
