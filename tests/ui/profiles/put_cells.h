/* put_cells.h: the cells of a profile with their evictors and invalidators, the spread of their references, and their
 * cache use.
 *
 * Cells are stored until all are given, because the counts of processors and the totals, which depend on them, are
 * written before or after them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

#include "ui/profile/profile.h"

void put_cells_start(void);
void put_cells_end(void);

/* Adds a cell. Misses without a given server or cause are local, and false sharing. */
void put_cell(unsigned place, unsigned bin, ProfileCounts counts);

/* Adds a cell each of whose misses stalls for the latency of the machine's memory. */
void put_miss(unsigned place, unsigned bin, ProfileCounts counts);

/* Add the replacement misses of the last cell that a bin caused, or its invalidation misses that a segment caused. */
void put_evictor(unsigned bin, uint64_t count);
void put_invalidator(unsigned segment, uint64_t count);

/* Sets the spread of the last cell. */
void put_spread(uint64_t offset, uint64_t stride);

/* Set the reference of the last cell, and the number of lines that it lost to the reference of another cell. */
void put_reference(const char *kind, ProfileReference reference);
void put_loss(unsigned place, unsigned bin, uint64_t count);

/* Returns the cells (ProfileCell) as they were given. The callee owns them. */
const GArray *put_cells_given(void);

/* Writes the columns of counts. */
void put_counts(const ProfileCounts *counts);

/* Writes the cells and their records. Returns the sum of the cells' counts. */
ProfileCounts put_cells(void);
