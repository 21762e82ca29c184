/* put_cells.h: the cells of a profile, and what is known of each: who evicted or invalidated, how references are
 * spread, and what they used.
 *
 * Cells are kept until all are known: what their processors counted, and all of them together, is put before or behind
 * them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include <glib.h>

#include "ui/profile/profile.h"

void put_cells_start(void);
void put_cells_end(void);

/* Misses of which nothing else is said are local, and by false sharing. */
void put_cell(unsigned place, unsigned bin, ProfileCounts counts);

/* A cell whose misses each wait as long as the machine's memory takes. */
void put_miss(unsigned place, unsigned bin, ProfileCounts counts);

/* The replacements of the last cell that a bin caused, and the invalidations that a segment caused. */
void put_evictor(unsigned bin, uint64_t count);
void put_invalidator(unsigned segment, uint64_t count);

/* The spread of the last cell. */
void put_spread(uint64_t offset, uint64_t stride);

/* The reference of the last cell, and what it lost to that of another cell. */
void put_reference(const char *kind, ProfileReference reference);
void put_loss(unsigned place, unsigned bin, uint64_t count);

/* ProfileCell, as they were given. They belong to the callee. */
const GArray *put_cells_given(void);

/* Writes the columns of counts. */
void put_counts(const ProfileCounts *counts);

/* Writes the cells and what is known of each. Returns their sum. */
ProfileCounts put_cells(void);
