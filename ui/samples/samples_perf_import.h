/* SPDX-License-Identifier: GPL-2.0-or-later
 * samples_perf_import.h: converts the output of `perf script` to samples. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "ui/samples/samples.h"
#include "ui/samples/samples_allocations.h"
#include "ui/samples/samples_perf_fields.h"

typedef struct SamplesPerfImport SamplesPerfImport;

/* symfs: the folder with the files of the sampled computer; NULL: the paths are those of this computer. */
SamplesPerfImport *samples_perf_import_new(const char *symfs);

/* Reads the output of `perf buildid-list`, before the samples. name: its name in messages. */
bool samples_perf_import_list(SamplesPerfImport *import, const char *name, const char *text, GError **error);

/* Sets the recorded allocations of the sampled program. Text then requires times of CLOCK_MONOTONIC, in nanoseconds.
 * Takes ownership. */
void samples_perf_import_allocations(SamplesPerfImport *import, SamplesAllocations *allocations);
bool samples_perf_import_has_allocations(const SamplesPerfImport *import);

/* Sets the period of an event whose samples in the text have none. */
void samples_perf_import_period(SamplesPerfImport *import, const char *event, guint64 period);

/* Reads the text of one recording, with the fields of `layout`, from an open file, and closes the file. Returns false
 * and sets *error, with file and line, if the text is not in perf's format or is truncated; the import is unusable
 * then. */
bool samples_perf_import_text(SamplesPerfImport *import, const char *name, int fd, const SamplesPerfLayout *layout,
                              GError **error);

/* Warnings for the user, ended by NULL. Owned by the caller. */
char **samples_perf_import_notes(const SamplesPerfImport *import);

/* Returns the samples of all texts, at least one, and frees the import. Owned by the caller. Returns NULL and sets
 * *error if there is no sample. */
Samples *samples_perf_import_finish(SamplesPerfImport *import, GError **error);

/* Frees an import without a result. */
void samples_perf_import_free(SamplesPerfImport *import);
