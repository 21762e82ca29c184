/* SPDX-License-Identifier: GPL-2.0-or-later
 * merge.h: merges the profiles of the ranks of a message-passing program into one profile. In the code, an input
 * profile is called `part`, and the merged profile is called `whole`. Only the merged profile and one input profile are
 * in memory at the same time. */
#pragma once

#include <stdbool.h>

#include "ui/profile/profile.h"

typedef struct Merge Merge;

/* Returns a new merged profile without input profiles. Returns NULL and sets *error if temporary files cannot be made.
 * The caller frees it with merge_free(), which accepts NULL. */
Merge *merge_new(GError **error);
void merge_free(Merge *merge);

/* Adds the input profile `part`, which was read from `file`. It is the profile of rank `number`, or a merged profile,
 * whose ranks keep their numbers and files. Input profiles must be added in ascending order of ranks. The caller can
 * free `part` after the call. Returns false and sets *error if the run of `part` was sampled, or if it used another
 * machine or other options than the earlier input profiles. After a failure, the merged profile is unusable. */
bool merge_add(Merge *merge, const Profile *part, uint64_t number, const char *file, GError **error);

/* Keeps the counts of each rank for all pairs of code and data in the merged profile, not only for the hottest pairs.
 * This is required if the merged profile will be an input of another merge. Then the final result does not depend on
 * how the ranks were grouped. */
void merge_keep_all(Merge *merge);

/* Returns the number of ranks that were added so far. */
uint32_t merge_ranks(const Merge *merge);

/* Writes the merged profile, with the names that input profiles contain, to the file `path`. At least one input profile
 * must have been added, and none can be added after this call. Returns false and sets *error if the file cannot be
 * written. */
bool merge_write(Merge *merge, const char *path, GError **error);
