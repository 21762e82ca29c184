/* ui_trace_names.h: what the places and scopes of a trace are called.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_TRACE_NAMES_H
#define UI_UI_TRACE_NAMES_H

#include "ui/trace/ui_trace_file.h"

/* Appends "FUNCTION FILE:LINE" of a place record, fit to print, as far as that is known. */
void ui_trace_names_place(const UiTraceFile *file, uint64_t place, GString *out);

/* Appends "function NAME FILE:LINE" or "loop NAME FILE:LINE", fit to print; nothing of a scope that is not in the
 * tables. */
void ui_trace_names_scope(const UiTraceFile *file, uint64_t scope, GString *out);

#endif
