/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_references_screen.h: the references of the machine code, as in METRIC's Figures 5 to 8. */
#pragma once

#include "ui/analysis/ui_references.h"
#include "ui/screens/ui_screen.h"

/* Appends the totals of the chosen references (numbers, as ui_references_choose() ranks them), and a table of the
 * first `n` of them. */
void ui_references_screen(const UiScreen *screen, UiReferences *references, const GArray *chosen, uint32_t n,
                          GString *out);

/* Appends the evictors of the first `n` of the chosen references. */
void ui_references_screen_evictors(const UiScreen *screen, UiReferences *references, const GArray *chosen, uint32_t n,
                                   GString *out);
