/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_layout.h: offsets of the columns of records in a Profile, for the reader and the writer of profiles. */
#pragma once

#include "ui/profile/profile.h"

#define PROFILE_LAYOUT_NONE SIZE_MAX

/* Returns the offset in bytes of a column of a kind of record in the record's row; for a record that occurs once, in
 * the Profile; for the totals, in Profile.totals. 0 for a record's own number, which is not stored. */
size_t profile_layout_offset(bin_record record, const bin_column_format *column);

/* Returns the offset of the ProfileCounts of a kind of record; PROFILE_LAYOUT_NONE: it has none. */
size_t profile_layout_counts(bin_record record);
