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
  const char *path; /* the caller's */
  uint64_t number;  /* the rank */
} UiMergeFile;

/* The n files in the order of their ranks (UiMergeFile), without `output`, which a pattern of the shell may have named
 * too. The last number in a file's name is its rank ("p.12", "cg.3.memspy"), if that makes the files different ranks;
 * else they are numbered as they stand. Sets *by_name to whether they are ranks by name. Owned by the caller. */
GArray *ui_merge_files(char *const *paths, int n, const char *output, bool *by_name);

/* The path of the rank `number` beside that file, by its name. Owned by the caller. */
char *ui_merge_files_beside(const char *path, uint64_t number);

#endif
