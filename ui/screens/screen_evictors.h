/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_evictors.h: evictors and invalidators as text: a table, and the totals of both sides. */
#pragma once

#include "ui/analysis/analysis_evictors.h"
#include "ui/screens/screen.h"

/* Appends the table of victims (rows) by culprits (columns) for the misses in focus (NULL: all). With chosen data,
 * or with chosen code and ANALYSIS_BLAME_INVALIDATORS, also appends the table of the misses that these caused. */
void screen_evictors(const Screen *screen, const View *view, AnalysisEvictorsKind kind, const AnalysisFocus *focus,
                     GString *out);
