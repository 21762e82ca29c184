/* ui_merge_bins.h: the data bins of parts, with what there is of each: variable, slot, receivers.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_MERGE_BINS_H
#define UI_MERGE_BINS_H

#include "ui/merge/ui_merge_rows.h"

/* Adds the bins of the part, whose calls were added before. Bins are the same if their kind and name are, the call path
 * of their allocation, and the variable or slot that they are. */
void ui_merge_bins_add(UiMergeRows *rows);

/* Brings the whole's receivers into their order. Nothing may be added any more. */
void ui_merge_bins_end(UiMergeRows *rows);

#endif
