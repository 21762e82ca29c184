/* SPDX-License-Identifier: GPL-2.0-or-later
 * diff_cells.h: the cells of a difference: those of both matrices, side by side. */
#pragma once

#include "ui/diff/diff.h"

/* Returns all cells for Diff.cells. The rest of the difference must be complete. GArray of DiffCell, owned by
 * the caller. */
GArray *diff_cells(const Diff *diff);
