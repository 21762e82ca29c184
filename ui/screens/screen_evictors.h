/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_evictors.h: prints evictors and invalidators: a table, and the totals of both sides. */
#pragma once

#include "ui/analysis/analysis_evictors.h"
#include "ui/screens/screen.h"

/* Appends the table of victims (rows) and culprits (columns) for the misses in focus (NULL: all misses). If data are
 * chosen, or if code is chosen and the table is for ANALYSIS_BLAME_INVALIDATORS, also appends a table of the misses
 * that the chosen items caused. */
void screen_evictors(const Screen *screen, const View *view, AnalysisEvictorsKind kind, const AnalysisFocus *focus,
                     GString *out);
