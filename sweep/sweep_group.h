/* sweep_group.h: simulates many LRU machines at once for the references of one processor (a stack group).
 *
 * All D1s of a group have the same line size. D1s with the same number of sets share an LRU stack (sweep_stack.h),
 * which gives the misses for all numbers of ways. Only the misses of a D1 reach its last level, so each machine has its
 * own last level. Last levels with the same number of sets share a table (sweep_lru_group.h). The counts are equal to
 * those of coh_system.h.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "sweep/sweep_group_use.h"

/* Returns whether a machine that passed mach_config_check() can be in a group. Such a machine has one node and LRU
 * caches. It has no L2, because an L2 would remove lines from the D1. It has no models of contention, conflicts, TLBs,
 * prefetchers or traffic. */
bool sweep_group_takes(const mach_config *config);

/* Makes a group of n machines (at least 1) with empty caches. The function copies the configs. All configs must be
 * suitable for a group and have the same line size. `parts`: whether the caller may call sweep_group_take_out(). Free
 * with sweep_group_free(). */
sweep_group *sweep_group_new(const mach_config *const *configs, unsigned n, bool parts);
void sweep_group_free(sweep_group *family);

/* The next two functions return the log2 of the line size, and the number of sets of the D1 with the fewest sets. A
 * line belongs to one of these sets. If a reference is within the most recently used line of its set, it hits in all
 * machines. It then changes only the number of references, unless it is the first store to the line. */
unsigned sweep_group_line_bits(const sweep_group *family);
uint64_t sweep_group_sets(const sweep_group *family);

/* Makes a separate machine with the state of machine i and with zero counts. `processor` is the processor that made the
 * references. The group must have been made with `parts`. Call the function once for each i. Afterwards, only the tally
 * of machine i can be read. Free with coh_system_free(). */
coh_system *sweep_group_take_out(sweep_group *family, unsigned i, unsigned processor);

/* Sets all counts to zero. Caches and line histories stay unchanged. */
void sweep_group_zero(sweep_group *family);

/* Returns the counts of machine i. */
sweep_tally sweep_group_tally(sweep_group *family, unsigned i);

/* Returns an upper bound of the numbers (indices) of cells with misses. A cell with this number or a higher one has no
 * misses. */
uint32_t sweep_group_cells(const sweep_group *family);

/* Returns the misses on machine i by the references of a cell. */
sweep_cell_misses sweep_group_cell(sweep_group *family, unsigned i, uint32_t cell);
