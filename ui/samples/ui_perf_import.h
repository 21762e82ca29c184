/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_perf_import.h: converts the output of `perf script` to samples. */
#pragma once

#include <glib.h>
#include <stdbool.h>

#include "ui/samples/ui_samples.h"

typedef struct UiPerfImport UiPerfImport;

/* symfs: the folder with the files of the sampled computer; NULL: the paths are those of this computer. */
UiPerfImport *ui_perf_import_new(const char *symfs);

/* Reads the output of `perf buildid-list`, before the samples. name: its name in messages. */
bool ui_perf_import_list(UiPerfImport *import, const char *name, const char *text, GError **error);

/* Reads the text of one recording from an open file, and closes the file. Returns false and sets *error, with file and
 * line, if the text is not in perf's format or is truncated; the import is unusable then. */
bool ui_perf_import_text(UiPerfImport *import, const char *name, int fd, GError **error);

/* Warnings for the user, ended by NULL. Owned by the caller. */
char **ui_perf_import_notes(const UiPerfImport *import);

/* Returns the samples of all texts, at least one, and frees the import. Owned by the caller. Returns NULL and sets *error
 * if there is no sample. */
UiSamples *ui_perf_import_finish(UiPerfImport *import, GError **error);

/* Frees an import without a result. */
void ui_perf_import_free(UiPerfImport *import);
