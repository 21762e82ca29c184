/* ui_trace_stat.h: how well a trace is compressed: memspy trace stat.
 *
 * An event's plain size, against which the ratios are, is 16 bytes: its address and its sequence id.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_TRACE_STAT_H
#define UI_UI_TRACE_STAT_H

#include <stdio.h>

#include "ui/screens/ui_screen.h"
#include "ui/trace/ui_trace_counts.h"

/* Appends it as text; of source lines the `top` that take most of the file, or all with 0. */
void ui_trace_stat_text(const UiTraceFile *file, const UiTraceCounts *counts, const UiScreen *screen, uint32_t top,
                        GString *out);

/* Writes it as JSON, with all source lines. */
void ui_trace_stat_json(const UiTraceFile *file, const UiTraceCounts *counts, FILE *out);

#endif
