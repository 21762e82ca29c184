/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_layout.h: where in a UiProfile the columns of records are: for the reader and the writer of profiles. */
#ifndef UI_MODEL_LAYOUT_H
#define UI_MODEL_LAYOUT_H

#include "ui/model/ui_profile.h"

#define UI_LAYOUT_NONE SIZE_MAX

/* Where a column of a kind of record is: so many bytes from the start of the record's row; of a record that stands
 * once, of the UiProfile; of the totals, of UiProfile.totals. 0 for a record's own number, which is nowhere. */
size_t ui_layout_offset(bin_record record, const bin_column_format *column);

/* The same of the UiCounts of a kind of record; UI_LAYOUT_NONE: it has none. */
size_t ui_layout_counts(bin_record record);

#endif
