/* SPDX-License-Identifier: GPL-2.0-or-later
 * events_trace_stat.h: memspy trace stat, which shows how well a trace is compressed.
 *
 * Compression ratios are relative to 16 bytes per event, for the address and the sequence number of the event. */
#pragma once

#include <stdio.h>

#include "ui/screens/screen.h"
#include "ui/trace/events_trace_counts.h"

/* Appends the statistics as text. The text includes the `top` source lines with the most bytes in the file; 0: all
 * source lines. */
void events_trace_stat_text(const EventsTraceFile *file, const EventsTraceCounts *counts, const Screen *screen,
                            uint32_t top, GString *out);

/* Writes the statistics as JSON, with all source lines. */
void events_trace_stat_json(const EventsTraceFile *file, const EventsTraceCounts *counts, FILE *out);
