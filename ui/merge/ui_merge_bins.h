/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_merge_bins.h: merges data bins, with their variables, slots and receivers. */
#pragma once

#include "ui/merge/ui_merge_rows.h"

/* Adds the bins of the part, whose calls the caller has added. Two bins become one if they have the same kind, name,
 * call path of allocation, and variable or slot. */
void ui_merge_bins_add(UiMergeRows *rows);

/* Sorts the whole's receivers. No part can be added afterwards. */
void ui_merge_bins_end(UiMergeRows *rows);
