/* ui_merge.h: the profiles of the ranks of a message-passing program, made one: their cells summed up, part by part, so
 * that no more than one part is in memory beside the whole.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_MERGE_MERGE_H
#define UI_MERGE_MERGE_H

#include <stdbool.h>

#include "ui/model/ui_profile.h"

typedef struct UiMerge UiMerge;

/* A whole without parts. Returns NULL and sets *error when there is no room for temporary files. Free it with
 * ui_merge_free(); NULL is allowed there. */
UiMerge *ui_merge_new(GError **error);
void ui_merge_free(UiMerge *merge);

/* Adds the profile of a rank, which was read from `file`, or of several ranks that were merged before: these keep their
 * numbers and files. Ranks come in the order of their numbers. The profile may be freed afterwards. Returns false and
 * sets *error when its run was sampled, or when it cannot be summed up with those before, because it was made by
 * another machine or with other options; the whole is of no use then. */
bool ui_merge_add(UiMerge *merge, const UiProfile *part, uint64_t number, const char *file, GError **error);

/* The whole is to be a part of another: of no pair of code and data is it left out what each rank did, so that it does
 * not matter in which groups ranks are merged. */
void ui_merge_keep_all(UiMerge *merge);

/* How many ranks there are. */
uint32_t ui_merge_ranks(const UiMerge *merge);

/* Writes the whole, of at least one part, to file `path`; with names if a part had some. Nothing can be added any more.
 * Returns false and sets *error when it could not be written. */
bool ui_merge_write(UiMerge *merge, const char *path, GError **error);

#endif
