/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_references.h: prints the references of the machine code, as in METRIC's Figures 5 to 8. */
#pragma once

#include "ui/analysis/analysis_references.h"
#include "ui/screens/screen.h"

/* Appends the totals of the chosen references, and a table of the first `n` of them. The references are given as
 * numbers in the order of analysis_references_choose(). */
void screen_references(const Screen *screen, AnalysisReferences *references, const GArray *chosen, uint32_t n,
                       GString *out);

/* Appends the evictors of the first `n` of the chosen references. */
void screen_references_evictors(const Screen *screen, AnalysisReferences *references, const GArray *chosen, uint32_t n,
                                GString *out);
