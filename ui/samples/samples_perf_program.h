/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples_perf_program.h: runs the program perf, to read its files and to record samples. */
#pragma once

#include "ui/samples/samples_perf_import.h"

/* Returns whether `perf record` wrote the file. */
bool samples_perf_program_wrote(const char *path);

/* Reads such a file with `perf script` and `perf buildid-list`. symfs: as for samples_perf_import_new(). */
bool samples_perf_program_read(SamplesPerfImport *import, const char *path, const char *symfs, GError **error);

/* Parameters of a recording. */
typedef struct {
  const char *event;
  gint64 period;           /* events per sample; 0: perf chooses */
  const char *callers;     /* perf's method of finding callers: "fp", "dwarf", "lbr" */
  const char *allocations; /* file for the recorder of allocations (samples_allocations_prepare()); NULL: none */
  char **command;          /* ended by NULL */
} SamplesPerfRecording;

/* Runs a program under `perf record`, in the foreground, which writes file `path`. Sets *status to the exit status of
 * perf, which is that of the program. Returns false and sets *error, with a remedy, if nothing was recorded. */
bool samples_perf_program_record(const SamplesPerfRecording *recording, const char *path, int *status, GError **error);
