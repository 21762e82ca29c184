/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_layout.h: offsets of the columns of records in a UiProfile, for the reader and the writer of profiles. */
#pragma once

#include "ui/model/ui_profile.h"

#define UI_LAYOUT_NONE SIZE_MAX

/* Returns the offset in bytes of a column of a kind of record in the record's row; for a record that occurs once, in
 * the UiProfile; for the totals, in UiProfile.totals. 0 for a record's own number, which is not stored. */
size_t ui_layout_offset(bin_record record, const bin_column_format *column);

/* Returns the offset of the UiCounts of a kind of record; UI_LAYOUT_NONE: it has none. */
size_t ui_layout_counts(bin_record record);
