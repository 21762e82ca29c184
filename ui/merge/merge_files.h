/* SPDX-License-Identifier: GPL-2.0-or-later
 * merge_files.h: finds the ranks of profiles from their file names. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  const char *path;   /* owned by the caller */
  uint64_t number;    /* the last number in its name; undefined if there is none */
  bool is_unfinished; /* a temporary name, as p.12.part4711, which a killed run leaves instead of p.12 */
} MergeFile;

/* Returns the n files in their order (MergeFile), without `output`: a pattern of the shell can match the result of an
 * earlier merge. *by_name: all names contain a number, and the last numbers ("p.12", "cg.3.memspy") are distinct.
 * Returns NULL and sets *error if `output` is one of the files and not a merged profile. Owned by the caller. */
GArray *merge_read_files(char *const *paths, int n, const char *output, bool *by_name, GError **error);

/* Returns whether the file begins like a profile of several ranks. */
bool merge_files_is_merged(const char *path);

/* Sorts files by their numbers. */
void merge_files_sort(GArray *files);

/* Returns `path` with its last number replaced by `number`: the file of that rank. Owned by the caller. */
char *merge_files_beside(const char *path, uint64_t number);
