/* SPDX-License-Identifier: GPL-2.0-or-later
 * events_trace_names.h: the names of a trace's places and scopes. */
#pragma once

#include "ui/trace/events_trace_file.h"

/* Appends the known parts of "FUNCTION FILE:LINE" of a place record, escaped for printing. */
void events_trace_names_place(const EventsTraceFile *file, uint64_t place, GString *out);

/* Appends "function NAME FILE:LINE" or "loop NAME FILE:LINE", escaped for printing; nothing if the tables lack the
 * scope. */
void events_trace_names_scope(const EventsTraceFile *file, uint64_t scope, GString *out);
