/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_cells.h: makes the cells of a difference, which contain the counts of both profiles. */
#pragma once

#include "ui/diff/diff.h"

/* Returns all cells for Diff.cells, as an array of DiffCell. The caller owns the array. All other fields of the
 * difference must be complete. */
GArray *diff_cells(const Diff *diff);
