/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_ranks.h: counts of each rank of a message-passing program, in a profile of memspy merge.
 *
 * The profile has misses and stall of each rank for all code segments and all data bins; for pairs of them, of the
 * hottest ones. */
#pragma once

#include "ui/view/view_select.h"

/* Counts of one rank. */
typedef struct {
  uint64_t misses, stall_cycles;
  uint64_t cycles; /* code: its instructions with their stall; 0 if data are selected */
} ViewRankFigures;

/* Totals of a rank. */
typedef struct {
  ProfileCounts counts;
  uint64_t busy_cycles, idle_cycles, cycles; /* cycles: the greatest clock of its processors */
  uint64_t mpi_cycles;                       /* busy cycles in code of the message-passing library */
} ViewRankTotals;

/* The least, mean and greatest of a value over all ranks. */
typedef struct {
  uint64_t least, most;
  double mean;
  uint32_t rank; /* index of the first rank with the greatest value */
} ViewRankRange;

/* Returns whether the segment belongs to a message-passing library: a function of its interface, or of any of its
 * objects. */
bool view_ranks_is_mpi(const Profile *profile, uint32_t segment);

/* Returns whether the bytes of a bin add up over ranks. The bytes of blocks do; a variable has the same size as in one
 * process. */
bool view_ranks_add_bytes(const ProfileBin *bin);

/* Returns, by number of the bin, the number of ranks with counts of it, at least 1. The caller frees it. */
uint32_t *view_ranks_of_bins(const Profile *profile);

/* Returns the number of a processor within its rank, as in the rank's own profile. */
uint32_t view_ranks_processor(const Profile *profile, uint32_t processor);

/* Returns the totals of each rank, by index. The caller frees it. */
ViewRankTotals *view_ranks_totals(const Profile *profile);

/* Returns the counts of each rank, by index, in the selected code on the selected data; NULL: all on the axis. Sets
 * *missing to the stall cycles of these cells without counts by rank. The caller frees it. */
ViewRankFigures *view_ranks_figures(const View *view, const ViewSelection *code, const ViewSelection *data,
                                    uint64_t *missing);

/* Returns the range of n values, at least one, that lie `size` bytes apart from *first on. */
ViewRankRange view_ranks_range(const uint64_t *first, size_t size, uint32_t n);

/* Returns the index of the rank `number`; n_ranks: there is none. */
uint32_t view_ranks_find(const Profile *profile, uint64_t number);
