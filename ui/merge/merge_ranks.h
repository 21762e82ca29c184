/* SPDX-License-Identifier: GPL-2.0-or-later
 * merge_ranks.h: collects the costs of each rank by code segment, by data bin, and by pair of a segment and a bin.
 *
 * Among the contents of a merged profile, only these costs grow with the number of ranks. Therefore, temporary files
 * store them until the end. */
#pragma once

#include <stdio.h>

#include "bins/bin_writer.h"
#include "ui/merge/merge_rows.h"

enum { MERGE_RANKS_PAIRS = 4096 }; /* The default value of most_pairs. */

enum { MERGE_RANKS_CODE, MERGE_RANKS_DATA, MERGE_RANKS_CELLS, MERGE_RANKS_KINDS };

typedef struct {
  FILE *files[MERGE_RANKS_KINDS]; /* unnamed temporary files with the sorted rows of each kind */
  guint most_pairs;               /* maximum number of pairs of a segment and a bin for which the merged profile keeps
                                     the costs of each rank */
} MergeRanks;

/* Makes the temporary files. Returns false and sets *error on failure. In either case, the caller must call
 * merge_ranks_clear() at the end. */
bool merge_ranks_init(MergeRanks *ranks, GError **error);
void merge_ranks_clear(MergeRanks *ranks);

/* Adds the costs of the ranks of an input profile. These ranks get the numbers from `first` on. The merged profile must
 * already contain the cells, places and fetches of the input profile. */
void merge_ranks_add(MergeRanks *ranks, MergeRows *rows, uint32_t first);

/* Writes the records of all ranks. All other records of the merged profile must have been written before. Returns false
 * and sets *error if a temporary file could not be written or read. */
bool merge_ranks_write(MergeRanks *ranks, const Profile *whole, bin_writer *writer, GError **error);
