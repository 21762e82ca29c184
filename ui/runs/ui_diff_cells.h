/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_diff_cells.h: the cells of a difference: those of both matrices, side by side. */
#pragma once

#include "ui/runs/ui_diff.h"

/* Returns all cells for UiDiff.cells. The rest of the difference must be complete. GArray of UiDiffCell, owned by
 * the caller. */
GArray *ui_diff_cells(const UiDiff *diff);
