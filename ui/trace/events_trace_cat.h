/* SPDX-License-Identifier: GPL-2.0-or-later
 * events_trace_cat.h: the events of a trace as text, one a line. */
#pragma once

#include "ui/trace/events_trace_file.h"

/* The format of the output. */
typedef enum {
  EVENTS_TRACE_PLAIN,    /* "processor kind address size pc sequence", and the names of code if the trace has them */
  EVENTS_TRACE_DIN,      /* "label address": references only, in Dinero's format */
  EVENTS_TRACE_LACKEY,   /* instructions and references, as lackey prints them */
  EVENTS_TRACE_CHAMPSIM, /* binary: instructions with references, in ChampSim's format */
  EVENTS_TRACE_FORMATS
} EventsTraceFormat;

/* Returns the name of a format, and its description for --help; NULL from EVENTS_TRACE_FORMATS on. */
const char *events_trace_format_name(unsigned format);
const char *events_trace_format_summary(unsigned format);

/* The events to write, and their format. */
typedef struct {
  EventsTraceFormat format;
  uint64_t from, to;  /* numbers of events: [from, to); the numbers count the events of all processors */
  uint64_t processor; /* print only the events of this processor; UINT64_MAX: those of all processors */
  uint64_t kinds;     /* only events of these kinds: bits TRACE_READ, TRACE_WRITE, ... */
  bool places;        /* in plain lines: append the function and source line of each reference */
} EventsTraceChoice;

/* Writes events to a file descriptor. Returns false and sets *error if the trace is damaged or a write fails; the
 * events before the damage are written. A pipe whose reader closes it ends the output without an error. */
bool events_trace_cat(const EventsTraceFile *file, const EventsTraceChoice *choice, int fd, GError **error);
