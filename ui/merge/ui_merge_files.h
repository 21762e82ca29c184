/* ui_merge_files.h: which files are the profiles of which ranks, going by their names.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_MERGE_FILES_H
#define UI_MERGE_FILES_H

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  const char *path;   /* the caller's */
  uint64_t number;    /* the last one in its name; of no use if there is none */
  bool is_unfinished; /* "p.12.part4711": the temporary name of p.12, which a run that was killed leaves */
} UiMergeFile;

/* The n files as they stand (UiMergeFile), without `output`, which a pattern of the shell may have named too if it was
 * merged before. Sets *by_name to whether the last numbers in their names ("p.12", "cg.3.memspy") make them different
 * ranks. NULL: `output` is the profile of a process, or cannot be read, and *error is set. Owned by the caller. */
GArray *ui_merge_files(char *const *paths, int n, const char *output, bool *by_name, GError **error);

/* Whether the file says that it is a profile of several ranks. */
bool ui_merge_files_is_merged(const char *path);

/* Brings files into the order of their numbers. */
void ui_merge_files_sort(GArray *files);

/* The path of the rank `number` beside that file, by its name. Owned by the caller. */
char *ui_merge_files_beside(const char *path, uint64_t number);

#endif
