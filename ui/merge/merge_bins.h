/* SPDX-License-Identifier: GPL-2.0-or-later
 * merge_bins.h: merges data bins, with their variables, slots and receivers. */
#pragma once

#include "ui/merge/merge_rows.h"

/* Adds the bins of the part, whose calls the caller has added. Two bins become one if they have the same kind, name,
 * call path of allocation, and variable or slot. */
void merge_bins_add(MergeRows *rows);

/* Sorts the whole's receivers. No part can be added afterwards. */
void merge_bins_end(MergeRows *rows);
