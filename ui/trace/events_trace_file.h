/* SPDX-License-Identifier: GPL-2.0-or-later
 * events_trace_file.h: a trace file that is open for reading: its events through a trace_reader, its tables as a
 * profile.
 *
 * Any number of threads can read one file at the same time, each through its own expander. */
#pragma once

#include "trace/trace_expand.h"
#include "ui/profile/profile.h"

typedef struct {
  const char *path;
  uint64_t size; /* bytes of the file */
  const trace_reader *reader;
  const trace_source *sources; /* each refers to existing records of the tables */
  uint32_t n_sources;
  const Profile *tables; /* a profile without cells; NULL: the trace has no tables */

  /* Private to events_trace_file.c. */
  uint8_t *bytes;
  bool mapped;
  trace_source *known_sources; /* corrected copy of the reader's sources; NULL: none needed */
} EventsTraceFile;

#define EVENTS_TRACE_ERROR events_trace_error_quark()
GQuark events_trace_error_quark(void);

typedef enum {
  EVENTS_TRACE_ERROR_READ,   /* the file cannot be read */
  EVENTS_TRACE_ERROR_INVALID /* the file is not a trace, is damaged, or has another version */
} EventsTraceError;

/* Opens the trace in file or pipe `path`. Returns NULL and sets *error, with a message that starts with the file and
 * the byte offset, if it cannot be read or is invalid; events are not checked here. A truncated file is valid: see
 * events_trace_file_is_cut(). The caller closes the result with events_trace_file_close(). */
EventsTraceFile *events_trace_file_open(const char *path, GError **error);

/* Closes a file; NULL is allowed. */
void events_trace_file_close(EventsTraceFile *file);

/* Returns whether the end of the file is missing. Its events then are those that can be read before the cut. */
bool events_trace_file_is_cut(const EventsTraceFile *file);

/* Returns whether the trace has tables, which name its code and data; if not, sets *error. */
bool events_trace_file_has_tables(const EventsTraceFile *file, GError **error);

/* If the file is cut, prints to standard error the number of its events and the last valid byte offset. */
void events_trace_file_warn(const EventsTraceFile *file);

/* Sets *error from the error of a function of trace/. */
void events_trace_file_set_error(const EventsTraceFile *file, const trace_error *wrong, GError **error);
