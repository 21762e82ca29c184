/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_layout.h: offsets of the columns of records in a Profile, for the reader and the writer of profiles. */
#pragma once

#include "ui/profile/profile.h"

#define PROFILE_LAYOUT_NONE SIZE_MAX

/* Returns the offset, in bytes, of a column of a kind of record. The offset is relative to the record's row; for a
 * record that occurs once, to the Profile; for the totals, to Profile.totals. Returns 0 for a record's own number,
 * which is not stored. */
size_t profile_layout_offset(bin_record record, const bin_column_format *column);

/* Returns the offset of the ProfileCounts in a kind of record, or PROFILE_LAYOUT_NONE if it has none. */
size_t profile_layout_counts(bin_record record);
