/* ui_perf_import.h: the text of `perf script`, made samples.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_SAMPLES_PERF_IMPORT_H
#define UI_SAMPLES_PERF_IMPORT_H

#include <glib.h>
#include <stdbool.h>

#include "ui/samples/ui_samples.h"

typedef struct UiPerfImport UiPerfImport;

/* `symfs`: the folder under which the files of the sampled computer are; NULL: where they were. */
UiPerfImport *ui_perf_import_new(const char *symfs);

/* Takes what `perf buildid-list` printed, before the samples. `name` stands for it in messages. */
bool ui_perf_import_list(UiPerfImport *import, const char *name, const char *text, GError **error);

/* Reads the text of one recording from an open file, and closes that. Returns false and sets *error, with file and
 * line, when anything in it is not as perf prints it, or is cut; the import is of no more use then. */
bool ui_perf_import_text(UiPerfImport *import, const char *name, int fd, GError **error);

/* What the user should know: a sentence each, ended by NULL. Owned by the caller. */
char **ui_perf_import_notes(const UiPerfImport *import);

/* All that was read, which the caller owns then; frees the import. There must have been a text. NULL: there is no sample,
 * and *error has the file and the line where the last text ends. */
UiSamples *ui_perf_import_finish(UiPerfImport *import, GError **error);

/* Frees an import that is of no more use. */
void ui_perf_import_free(UiPerfImport *import);

#endif
