/* SPDX-License-Identifier: GPL-2.0-or-later
 * merge_ranks.h: the costs of each rank by code segment, by data bin, and by pair of both.
 *
 * Only these figures grow with the number of ranks, so temporary files store them until the end. */
#pragma once

#include <stdio.h>

#include "bins/bin_writer.h"
#include "ui/merge/merge_rows.h"

enum { MERGE_RANKS_PAIRS = 4096 }; /* default of most_pairs */

enum { MERGE_RANKS_CODE, MERGE_RANKS_DATA, MERGE_RANKS_CELLS, MERGE_RANKS_KINDS };

typedef struct {
  FILE *files[MERGE_RANKS_KINDS]; /* sorted rows of each kind, in unnamed files */
  guint most_pairs;               /* pairs of segment and bin for which the whole keeps the costs of each rank */
} MergeRanks;

/* Makes the files. Returns false and sets *error if that fails. In either case, the caller calls
 * merge_ranks_clear() at the end. */
bool merge_ranks_init(MergeRanks *ranks, GError **error);
void merge_ranks_clear(MergeRanks *ranks);

/* Adds the ranks of a part, one or several, which get the numbers from `first` on. The whole must contain the part's
 * cells, places and fetches. */
void merge_ranks_add(MergeRanks *ranks, MergeRows *rows, uint32_t first);

/* Writes the records of all ranks, after the whole's other records. Returns false and sets *error if a temporary file
 * could not be written or read. */
bool merge_ranks_write(MergeRanks *ranks, const Profile *whole, bin_writer *writer, GError **error);
