/* ui_trace_cat.h: the events of a trace as text, one a line.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_TRACE_CAT_H
#define UI_UI_TRACE_CAT_H

#include "ui/trace/ui_trace_file.h"

/* How events are written. */
typedef enum {
  UI_TRACE_PLAIN, /* "processor kind address size pc sequence", and what the event is about if that is known */
  UI_TRACE_DIN,   /* "label address": references only, as Dinero reads them */
  UI_TRACE_FORMATS
} UiTraceFormat;

/* The name of a format and what it is, in words; NULL from UI_TRACE_FORMATS on. */
const char *ui_trace_format_name(unsigned format);
const char *ui_trace_format_summary(unsigned format);

/* Which events, and how. */
typedef struct {
  UiTraceFormat format;
  uint64_t from, to;  /* the events numbered [from, to), of those of all processors */
  uint64_t processor; /* of this one only; UINT64_MAX: of all */
  uint64_t kinds;     /* of these only: bit TRACE_READ, TRACE_WRITE, ... */
  bool places;        /* in plain lines, the function and line of each event behind it */
} UiTraceChoice;

/* Writes events to a file descriptor. Returns false and sets *error when the trace is damaged or they cannot be
 * written; what comes before is written. A pipe that is closed at the other end ends it, and is no error. */
bool ui_trace_cat(const UiTraceFile *file, const UiTraceChoice *choice, int fd, GError **error);

#endif
