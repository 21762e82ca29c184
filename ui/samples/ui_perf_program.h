/* ui_perf_program.h: the program perf: it reads its own files, and records.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_SAMPLES_PERF_PROGRAM_H
#define UI_SAMPLES_PERF_PROGRAM_H

#include "ui/samples/ui_perf_import.h"

/* Whether a file is one that `perf record` wrote, and no text. */
bool ui_perf_program_wrote(const char *path);

/* Reads such a file with `perf script` and `perf buildid-list`. `symfs`: as for ui_perf_import_new(). */
bool ui_perf_program_read(UiPerfImport *import, const char *path, const char *symfs, GError **error);

/* What is to be recorded. */
typedef struct {
  const char *event;
  gint64 period;       /* of so many events one; 0: perf chooses */
  const char *callers; /* how perf is to find the callers: "fp", "dwarf", "lbr" */
  char **command;      /* ended by NULL */
} UiPerfRecording;

/* Has `perf record` run a program, in the foreground, and write file `path`. Sets *status to the exit status of perf,
 * which is the program's. Returns false and sets *error, which says what could be tried, when nothing was recorded. */
bool ui_perf_program_record(const UiPerfRecording *recording, const char *path, int *status, GError **error);

#endif
