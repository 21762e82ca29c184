/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_cells.h: the cells of a difference: the cells of both matrices, side by side. */
#pragma once

#include "ui/diff/diff.h"

/* Returns all cells for Diff.cells, as an array of DiffCell owned by the caller. The other fields of the difference
 * must be complete. */
GArray *diff_cells(const Diff *diff);
