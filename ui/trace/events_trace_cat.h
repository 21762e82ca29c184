/* SPDX-License-Identifier: GPL-2.0-or-later
 * events_trace_cat.h: writes the events of a trace as text, one on each line. */
#pragma once

#include "ui/trace/events_trace_file.h"

/* The format of the output. */
typedef enum {
  /* "processor kind address size pc sequence", followed by the names of code if the trace has them */
  EVENTS_TRACE_PLAIN,
  EVENTS_TRACE_DIN,      /* "label address", in Dinero's format, only for references */
  EVENTS_TRACE_LACKEY,   /* instructions and references, in the format of Valgrind's tool lackey */
  EVENTS_TRACE_CHAMPSIM, /* binary records of instructions with their references, in ChampSim's format */
  EVENTS_TRACE_FORMATS
} EventsTraceFormat;

/* The next two functions return the name of a format and its description for --help; NULL from EVENTS_TRACE_FORMATS
 * on. */
const char *events_trace_format_name(unsigned format);
const char *events_trace_format_summary(unsigned format);

/* Which events are written, and in which format. */
typedef struct {
  EventsTraceFormat format;
  uint64_t from, to;  /* range of the numbers of events, [from, to); the numbers count the events of all processors */
  uint64_t processor; /* the processor whose events are written; UINT64_MAX: events of all processors are written */
  uint64_t kinds;     /* the kinds of events that are written, as bits TRACE_READ, TRACE_WRITE, ... */
  bool places;        /* in plain format: whether to append the function and the source line of each reference */
} EventsTraceChoice;

/* Writes events to a file descriptor. If the trace is damaged, writes the events before the damage, returns false and
 * sets *error. If a write fails, returns false and sets *error. If the reader of a pipe closes the pipe, the output
 * ends without an error. */
bool events_trace_cat(const EventsTraceFile *file, const EventsTraceChoice *choice, int fd, GError **error);
