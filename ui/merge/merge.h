/* SPDX-License-Identifier: GPL-2.0-or-later
 * merge.h: merges the profiles of the ranks of a message-passing program into one, the whole. Each profile is a
 * part; only one part and the whole are in memory at a time. */
#pragma once

#include <stdbool.h>

#include "ui/profile/profile.h"

typedef struct Merge Merge;

/* Makes a whole without parts. Returns NULL and sets *error if temporary files cannot be made. Free the result with
 * merge_free(), which accepts NULL. */
Merge *merge_new(GError **error);
void merge_free(Merge *merge);

/* Adds the profile of rank `number`, which was read from `file`, or a merged profile, whose ranks keep their numbers
 * and files. Call in ascending order of ranks. The caller can free `part` afterwards. Returns false and sets *error if
 * the run of the part was sampled, or used another machine or other options than earlier parts; the whole is unusable
 * then. */
bool merge_add(Merge *merge, const Profile *part, uint64_t number, const char *file, GError **error);

/* Makes the whole keep the counts of each rank for all pairs of code and data, not only for the hottest. Required if
 * the whole becomes a part of another one: the result then does not depend on the grouping of ranks. */
void merge_keep_all(Merge *merge);

/* Returns the number of ranks so far. */
uint32_t merge_ranks(const Merge *merge);

/* Writes the whole, of at least one part, to file `path`, with the names that parts contain. No part can be added
 * afterwards. Returns false and sets *error if the file cannot be written. */
bool merge_write(Merge *merge, const char *path, GError **error);
