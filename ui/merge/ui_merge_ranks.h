/* ui_merge_ranks.h: what each rank did in each code segment, on each data bin, and in the one on the other.
 *
 * These are the only figures of which there are more the more ranks there are, so they go to files until the end.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_MERGE_RANKS_H
#define UI_MERGE_RANKS_H

#include <stdio.h>

#include "bins/bin_writer.h"
#include "ui/merge/ui_merge_rows.h"

enum { UI_MERGE_RANKS_PAIRS = 4096 }; /* most_pairs, unless the caller sets it */

enum { UI_MERGE_RANKS_CODE, UI_MERGE_RANKS_DATA, UI_MERGE_RANKS_CELLS, UI_MERGE_RANKS_KINDS };

typedef struct {
  FILE *files[UI_MERGE_RANKS_KINDS]; /* rows of the record of each kind, in their order; they have no name */
  guint most_pairs;                  /* of a segment and a bin, of which the whole tells what each rank did */
} UiMergeRanks;

/* Makes the files. Returns false and sets *error if that is not possible; either way the caller ends with
 * ui_merge_ranks_clear(). */
bool ui_merge_ranks_init(UiMergeRanks *ranks, GError **error);
void ui_merge_ranks_clear(UiMergeRanks *ranks);

/* Adds the part, whose cells, places and fetches were added to the whole, as the ranks from number `first` on. (A part
 * may be the profile of several ranks.) */
void ui_merge_ranks_add(UiMergeRanks *ranks, UiMergeRows *rows, uint32_t first);

/* Writes the records of all ranks, after the whole's other records. Returns false and sets *error when a file could not
 * be written or read. */
bool ui_merge_ranks_write(UiMergeRanks *ranks, const UiProfile *whole, bin_writer *writer, GError **error);

#endif
