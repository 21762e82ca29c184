/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_ranks.h: what each rank of a message-passing program did, of a profile that memspy merge made.
 *
 * The profile tells misses and stall of each rank for all code segments and all data bins; for pairs of them, of the
 * hottest ones. */
#ifndef UI_MODEL_RANKS_H
#define UI_MODEL_RANKS_H

#include "ui/model/ui_select.h"

/* What one rank did. */
typedef struct {
  uint64_t misses, stall_cycles;
  uint64_t cycles; /* of code: of its instructions and what they waited for; 0 where data are chosen */
} UiRankFigures;

/* A rank as a whole. */
typedef struct {
  UiCounts counts;
  uint64_t busy_cycles, idle_cycles, cycles; /* cycles: the greatest clock of its processors */
  uint64_t mpi_cycles;                       /* of the busy ones, in code of the message-passing library */
} UiRankTotals;

/* The least, mean and greatest of a value over all ranks. */
typedef struct {
  uint64_t least, most;
  double mean;
  uint32_t rank; /* number of the record of the first rank that has the most */
} UiRankRange;

/* Is the segment code of a message-passing library: a function of its interface, or any of its objects? */
bool ui_ranks_is_mpi(const UiProfile *profile, uint32_t segment);

/* Do the bytes of a bin add up over ranks? Those of blocks do; a variable is as large as in one process. */
bool ui_ranks_add_bytes(const UiBin *bin);

/* By number of the bin: how many ranks the profile tells of it, at least 1. The caller frees it. */
uint32_t *ui_ranks_of_bins(const UiProfile *profile);

/* The number of a processor within its rank: what it was in the rank's own profile. */
uint32_t ui_ranks_processor(const UiProfile *profile, uint32_t processor);

/* By number of the record: what each rank did in all. The caller frees it. */
UiRankTotals *ui_ranks_totals(const UiProfile *profile);

/* By number of the record: what each rank did in the selected code on the selected data; NULL: all on the axis. Sets
 * *missing to the stall cycles of these cells that the profile does not tell by rank. The caller frees it. */
UiRankFigures *ui_ranks_figures(const UiView *view, const UiSelection *code, const UiSelection *data,
                                uint64_t *missing);

/* The range of n values, at least one, that lie `size` bytes apart from *first on. */
UiRankRange ui_ranks_range(const uint64_t *first, size_t size, uint32_t n);

/* The number of the record of the rank `number`; n_ranks: there is none. */
uint32_t ui_ranks_find(const UiProfile *profile, uint64_t number);

#endif
