/* SPDX-License-Identifier: GPL-2.0-or-later
 * events_trace_file.h: opens a trace file for reading. The events are read through a trace_reader, and the tables are a
 * profile.
 *
 * Any number of threads can read one file at the same time, each through its own expander. */
#pragma once

#include "trace/trace_expand.h"
#include "ui/profile/profile.h"

typedef struct {
  const char *path;
  uint64_t size; /* size of the file in bytes */
  const trace_reader *reader;
  const trace_source *sources; /* the sources; each refers only to existing records of the tables */
  uint32_t n_sources;
  const Profile *tables; /* the tables as a profile without cells; NULL: the trace has no tables */

  /* The following fields are private to events_trace_file.c. */
  uint8_t *bytes;
  bool mapped;
  trace_source *known_sources; /* corrected copy of the sources of the reader; NULL: the sources needed no correction */
} EventsTraceFile;

#define EVENTS_TRACE_ERROR events_trace_error_quark()
GQuark events_trace_error_quark(void);

typedef enum {
  EVENTS_TRACE_ERROR_READ,   /* the file cannot be read */
  EVENTS_TRACE_ERROR_INVALID /* the file is not a trace, is damaged, or has another version of the format */
} EventsTraceError;

/* Opens the trace in the file or pipe `path`. If the trace cannot be read or is invalid, returns NULL and sets *error
 * to a message that begins with the file and the byte offset. The events are not checked here. A truncated file is
 * valid (see events_trace_file_is_cut()). The caller closes the result with events_trace_file_close(). */
EventsTraceFile *events_trace_file_open(const char *path, GError **error);

/* Closes a trace file. NULL is allowed. */
void events_trace_file_close(EventsTraceFile *file);

/* Returns whether the end of the file is missing. If so, the file has only the events that can be read before the
 * cut. */
bool events_trace_file_is_cut(const EventsTraceFile *file);

/* Returns whether the trace has tables. They contain the names of code and data. If not, sets *error. */
bool events_trace_file_has_tables(const EventsTraceFile *file, GError **error);

/* If the end of the file is missing, prints the number of events and the last valid byte offset on standard error. */
void events_trace_file_warn(const EventsTraceFile *file);

/* Sets *error to the error that a function of trace/ returned. */
void events_trace_file_set_error(const EventsTraceFile *file, const trace_error *wrong, GError **error);
