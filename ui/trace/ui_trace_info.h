/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_trace_info.h: the contents of a trace: memspy trace info. */
#pragma once

#include <stdio.h>

#include "ui/screens/ui_screen.h"
#include "ui/trace/ui_trace_counts.h"

/* Appends the contents as text. */
void ui_trace_info_text(const UiTraceFile *file, const UiTraceCounts *counts, const UiScreen *screen, GString *out);

/* Writes the contents as JSON. */
void ui_trace_info_json(const UiTraceFile *file, const UiTraceCounts *counts, FILE *out);
