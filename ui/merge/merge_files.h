/* SPDX-License-Identifier: GPL-2.0-or-later
 * merge_files.h: finds the ranks of profiles in their file names. */
#pragma once

#include <glib.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
  const char *path;   /* path of the file, owned by the caller */
  uint64_t number;    /* last number in the name of the file; undefined if there is none */
  bool is_unfinished; /* whether the file has a temporary name such as p.12.part4711, which a killed run leaves instead
                         of p.12 */
} MergeFile;

/* Returns the n files in their order, as an array of MergeFile. Omits the file `output` if it is the result of an
 * earlier merge, because a pattern of the shell can match it. Sets *by_name to whether all names contain a number
 * ("p.12", "cg.3.memspy"), and their last numbers are all different. If `output` is one of the files and is not a
 * merged profile, returns NULL and sets *error. The caller owns the array. */
GArray *merge_read_files(char *const *paths, int n, const char *output, bool *by_name, GError **error);

/* Returns whether the file begins as a profile of several ranks does. */
bool merge_files_is_merged(const char *path);

/* Sorts files by their numbers. */
void merge_files_sort(GArray *files);

/* Returns `path` with its last number replaced by `number`, which is the name of the file for this rank. The caller
 * owns the path. */
char *merge_files_beside(const char *path, uint64_t number);
