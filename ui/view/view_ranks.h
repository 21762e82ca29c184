/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_ranks.h: gets the counts of each rank of a message-passing program from a profile that `memspy merge` has made.
 *
 * The profile contains the misses and the stall of each rank for all code segments and all data bins. For pairs of a
 * segment and a bin, it contains only those of the hottest pairs. */
#pragma once

#include "ui/view/view_select.h"

/* The counts of one rank for the selected code and data. */
typedef struct {
  uint64_t misses, stall_cycles;
  uint64_t cycles; /* if no data are selected, cycles of the code's instructions, including their stall; otherwise 0 */
} ViewRankFigures;

/* The totals of one rank. */
typedef struct {
  ProfileCounts counts;
  uint64_t busy_cycles, idle_cycles, cycles; /* cycles: the most advanced clock of the rank's processors */
  uint64_t mpi_cycles;                       /* busy cycles in the code of the message-passing library */
} ViewRankTotals;

/* The least, mean and greatest value over all ranks. */
typedef struct {
  uint64_t least, most;
  double mean;
  uint32_t rank; /* index of the first rank with the greatest value */
} ViewRankRange;

/* Returns whether the segment belongs to a message-passing library, because it is a function of the library's
 * interface, or is in one of the library's object files. */
bool view_ranks_is_mpi(const Profile *profile, uint32_t segment);

/* Returns whether the sizes of a bin in all ranks are added. They are for heap blocks. A variable has the same size as
 * in one process. */
bool view_ranks_add_bytes(const ProfileBin *bin);

/* Returns, for each bin, the number of ranks with counts of this bin, at least 1. The caller frees the array. */
uint32_t *view_ranks_of_bins(const Profile *profile);

/* Returns the number of a processor within its rank, as in the rank's own profile. */
uint32_t view_ranks_processor(const Profile *profile, uint32_t processor);

/* Returns the totals of each rank, by index of the rank. The caller frees the array. */
ViewRankTotals *view_ranks_totals(const Profile *profile);

/* Returns the counts of each rank, by index of the rank, for the selected code and data. A selection that is NULL
 * selects the whole axis. Sets *missing to the stall cycles of the selected cells for which the profile has no counts
 * by rank. The caller frees the array. */
ViewRankFigures *view_ranks_figures(const View *view, const ViewSelection *code, const ViewSelection *data,
                                    uint64_t *missing);

/* Returns the least, mean and greatest of n values (n is at least 1). The first value is *first. Each further value is
 * `size` bytes after the previous value. */
ViewRankRange view_ranks_range(const uint64_t *first, size_t size, uint32_t n);

/* Returns the index of the rank with number `number`; n_ranks: there is none. */
uint32_t view_ranks_find(const Profile *profile, uint64_t number);
