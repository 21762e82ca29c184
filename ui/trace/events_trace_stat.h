/* SPDX-License-Identifier: GPL-2.0-or-later
 * events_trace_stat.h: the compression of a trace: memspy trace stat.
 *
 * Ratios compare with 16 bytes per event: its address and its sequence number. */
#pragma once

#include <stdio.h>

#include "ui/screens/screen.h"
#include "ui/trace/events_trace_counts.h"

/* Appends the statistics as text, with the `top` source lines that have the most bytes in the file (0: all). */
void events_trace_stat_text(const EventsTraceFile *file, const EventsTraceCounts *counts, const Screen *screen,
                            uint32_t top, GString *out);

/* Writes the statistics as JSON, with all source lines. */
void events_trace_stat_json(const EventsTraceFile *file, const EventsTraceCounts *counts, FILE *out);
