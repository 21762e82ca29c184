/* ui_trace_file.h: a trace file, opened to be read: its events through a trace_reader, its tables as a profile.
 *
 * Any number of threads may read from one file at the same time, each with an expander of its own.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_TRACE_FILE_H
#define UI_UI_TRACE_FILE_H

#include "trace/trace_expand.h"
#include "ui/model/ui_profile.h"

typedef struct {
  const char *path;
  uint64_t size; /* bytes of the file */
  const trace_reader *reader;
  const trace_source *sources; /* each refers to records that are in the tables */
  uint32_t n_sources;
  const UiProfile *tables; /* a profile without cells; NULL: the trace has no tables */

  /* Of no concern to others than ui_trace_file.c. */
  uint8_t *bytes;
  bool mapped;
  trace_source *known_sources; /* NULL: the reader's are */
} UiTraceFile;

#define UI_TRACE_ERROR ui_trace_error_quark()
GQuark ui_trace_error_quark(void);

typedef enum {
  UI_TRACE_ERROR_READ,   /* the file cannot be read */
  UI_TRACE_ERROR_INVALID /* it is no trace, or a damaged one, or of another version */
} UiTraceError;

/* Opens the trace in file `path` (a pipe is fine too). Returns NULL and sets *error, with a message that starts with
 * the file and the place in it, when it cannot be read or anything but its events is wrong. A file that was cut short
 * is good: see ui_trace_file_is_cut(). The caller ends with ui_trace_file_close(). */
UiTraceFile *ui_trace_file_open(const char *path, GError **error);

/* Closes a file; NULL is allowed. */
void ui_trace_file_close(UiTraceFile *file);

/* Whether the end of the file is missing: its events are then those up to the cut, as far as they can be had. */
bool ui_trace_file_is_cut(const UiTraceFile *file);

/* Whether the trace has tables, without which nobody knows code or data; if not, sets *error. */
bool ui_trace_file_has_tables(const UiTraceFile *file, GError **error);

/* Prints on standard error, once, that a file is cut, how many events it has, and up to where it is good; of a whole
 * file nothing. */
void ui_trace_file_warn(const UiTraceFile *file);

/* Sets *error from what a function of trace/ says. */
void ui_trace_file_set_error(const UiTraceFile *file, const trace_error *wrong, GError **error);

#endif
