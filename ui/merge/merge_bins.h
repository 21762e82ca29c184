/* SPDX-License-Identifier: GPL-2.0-or-later
 * merge_bins.h: merges the data bins of several profiles, with their variables, slots and receivers. */
#pragma once

#include "ui/merge/merge_rows.h"

/* Adds the bins of the input profile to the merged profile. The caller must have added the calls. Two bins become one
 * if they have the same kind, name and call path of the allocation, and the same variable or slot. */
void merge_bins_add(MergeRows *rows);

/* Sorts the receivers of the merged profile. No input profile can be added after this call. */
void merge_bins_end(MergeRows *rows);
