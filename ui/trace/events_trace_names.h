/* SPDX-License-Identifier: GPL-2.0-or-later
 * events_trace_names.h: the names of a trace's places and scopes. */
#pragma once

#include "ui/trace/events_trace_file.h"

/* Appends the name of a place record in the form "FUNCTION FILE:LINE", as far as its parts are known, escaped for
 * printing. */
void events_trace_names_place(const EventsTraceFile *file, uint64_t place, GString *out);

/* Appends the name of a scope in the form "function NAME FILE:LINE" or "loop NAME FILE:LINE", escaped for printing.
 * Appends nothing if the tables do not contain the scope. */
void events_trace_names_scope(const EventsTraceFile *file, uint64_t scope, GString *out);
