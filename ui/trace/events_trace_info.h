/* SPDX-License-Identifier: GPL-2.0-or-later
 * events_trace_info.h: memspy trace info, which shows the contents of a trace. */
#pragma once

#include <stdio.h>

#include "ui/screens/screen.h"
#include "ui/trace/events_trace_counts.h"

/* Appends the contents as text. */
void events_trace_info_text(const EventsTraceFile *file, const EventsTraceCounts *counts, const Screen *screen,
                            GString *out);

/* Writes the contents as JSON. */
void events_trace_info_json(const EventsTraceFile *file, const EventsTraceCounts *counts, FILE *out);
