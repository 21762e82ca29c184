/* SPDX-License-Identifier: GPL-2.0-or-later
 * merge.h: merges the profiles of the ranks of a message-passing program into one profile, which is called the whole.
 * Each input profile is called a part. Only the whole and one part are in memory at the same time. */
#pragma once

#include <stdbool.h>

#include "ui/profile/profile.h"

typedef struct Merge Merge;

/* Returns a new merged profile without parts. Returns NULL and sets *error if temporary files cannot be made. The
 * caller frees it with merge_free(), which accepts NULL. */
Merge *merge_new(GError **error);
void merge_free(Merge *merge);

/* Adds a part, which was read from `file`. It is the profile of rank `number`, or a merged profile, whose ranks keep
 * their numbers and files. Parts must be added in ascending order of ranks. The caller can free `part` after the call.
 * Returns false and sets *error if the run of the part was sampled, or if it used another machine or other options than
 * earlier parts. After a failure, the merged profile is unusable. */
bool merge_add(Merge *merge, const Profile *part, uint64_t number, const char *file, GError **error);

/* Keeps the counts of each rank for all pairs of code and data in the merged profile, not only for the hottest pairs.
 * This is required if the merged profile will be a part of another one. Then the final result does not depend on how
 * the ranks were grouped. */
void merge_keep_all(Merge *merge);

/* Returns the number of ranks that were added so far. */
uint32_t merge_ranks(const Merge *merge);

/* Writes the merged profile, with the names that parts contain, to the file `path`. It must have at least one part. No
 * part can be added after this call. Returns false and sets *error if the file cannot be written. */
bool merge_write(Merge *merge, const char *path, GError **error);
