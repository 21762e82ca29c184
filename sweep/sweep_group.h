/* sweep_group.h: simulates many LRU machines at once for the references of one processor (a stack group).
 *
 * The D1s of a group have one line size. Those with the same number of sets share an LRU stack (sweep_stack.h), which
 * gives the misses for all numbers of ways. A last level only sees the misses of its own D1, so each machine has its
 * own last level. Last levels with the same number of sets share a table (sweep_lru_group.h). Counts are exactly those
 * of coh_system.h.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "sweep/sweep_group_use.h"

/* Returns whether a machine that passed mach_config_check() can be in a group: its caches are LRU, it has one node, and
 * it has no L2 (which would remove lines from the D1), contention, conflicts, TLBs, prefetchers or traffic. */
bool sweep_group_takes(const mach_config *config);

/* Makes n machines (at least 1) with empty caches. The configs are copied; all must be suitable, and have the same line
 * size. `parts`: the caller may call sweep_group_take_out(). Free with sweep_group_free(). */
sweep_group *sweep_group_new(const mach_config *const *configs, unsigned n, bool parts);
void sweep_group_free(sweep_group *family);

/* Return the log2 of the line size, and the smallest number of sets of a D1. A reference within the most recent line of
 * its set (modulo that number) only adds to the number of references, unless it is the first store to the line. */
unsigned sweep_group_line_bits(const sweep_group *family);
uint64_t sweep_group_sets(const sweep_group *family);

/* Makes a separate machine with the state of machine i and with zero counts. `processor` is the processor that made the
 * references. The group must have been made with `parts`. Call once for each i. Afterwards, of machine i only the tally
 * can be read. Free with coh_system_free(). */
coh_system *sweep_group_take_out(sweep_group *family, unsigned i, unsigned processor);

/* Sets all counts to zero; caches and line histories stay. */
void sweep_group_zero(sweep_group *family);

/* Returns the counts of machine i. */
sweep_tally sweep_group_tally(sweep_group *family, unsigned i);

/* Returns an upper bound of the numbers of cells with misses: a cell with this number or a higher one has none. */
uint32_t sweep_group_cells(const sweep_group *family);

/* Returns the misses of a cell's references on machine i. */
sweep_cell_misses sweep_group_cell(sweep_group *family, unsigned i, uint32_t cell);
