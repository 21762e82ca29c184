/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_merge.h: merges the profiles of the ranks of a message-passing program into one, the whole. Each profile is a
 * part; only one part and the whole are in memory at a time. */
#pragma once

#include <stdbool.h>

#include "ui/model/ui_profile.h"

typedef struct UiMerge UiMerge;

/* Makes a whole without parts. Returns NULL and sets *error if temporary files cannot be made. Free the result with
 * ui_merge_free(), which accepts NULL. */
UiMerge *ui_merge_new(GError **error);
void ui_merge_free(UiMerge *merge);

/* Adds the profile of rank `number`, which was read from `file`, or a merged profile, whose ranks keep their numbers
 * and files. Call in ascending order of ranks. The caller can free `part` afterwards. Returns false and sets *error if
 * the run of the part was sampled, or used another machine or other options than earlier parts; the whole is unusable
 * then. */
bool ui_merge_add(UiMerge *merge, const UiProfile *part, uint64_t number, const char *file, GError **error);

/* Makes the whole keep the counts of each rank for all pairs of code and data, not only for the hottest. Required if
 * the whole becomes a part of another one: the result then does not depend on the grouping of ranks. */
void ui_merge_keep_all(UiMerge *merge);

/* Returns the number of ranks so far. */
uint32_t ui_merge_ranks(const UiMerge *merge);

/* Writes the whole, of at least one part, to file `path`, with the names that parts contain. No part can be added
 * afterwards. Returns false and sets *error if the file cannot be written. */
bool ui_merge_write(UiMerge *merge, const char *path, GError **error);
