/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_merge_ranks.h: the costs of each rank by code segment, by data bin, and by pair of both.
 *
 * Only these figures grow with the number of ranks, so temporary files store them until the end. */
#pragma once

#include <stdio.h>

#include "bins/bin_writer.h"
#include "ui/merge/ui_merge_rows.h"

enum { UI_MERGE_RANKS_PAIRS = 4096 }; /* default of most_pairs */

enum { UI_MERGE_RANKS_CODE, UI_MERGE_RANKS_DATA, UI_MERGE_RANKS_CELLS, UI_MERGE_RANKS_KINDS };

typedef struct {
  FILE *files[UI_MERGE_RANKS_KINDS]; /* sorted rows of each kind, in unnamed files */
  guint most_pairs;                  /* pairs of segment and bin for which the whole keeps the costs of each rank */
} UiMergeRanks;

/* Makes the files. Returns false and sets *error if that fails. In either case, the caller calls
 * ui_merge_ranks_clear() at the end. */
bool ui_merge_ranks_init(UiMergeRanks *ranks, GError **error);
void ui_merge_ranks_clear(UiMergeRanks *ranks);

/* Adds the part as the ranks from number `first` on; a part can have several. Its cells, places and fetches must be in
 * the whole. */
void ui_merge_ranks_add(UiMergeRanks *ranks, UiMergeRows *rows, uint32_t first);

/* Writes the records of all ranks, after the whole's other records. Returns false and sets *error if a temporary file
 * could not be written or read. */
bool ui_merge_ranks_write(UiMergeRanks *ranks, const UiProfile *whole, bin_writer *writer, GError **error);
