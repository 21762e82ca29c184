/* SPDX-License-Identifier: GPL-2.0-or-later
 * profile_write.h: writes the records of a Profile to a profile file. */
#pragma once

#include "bins/bin_writer.h"
#include "ui/profile/profile.h"

/* Writes all records of a kind of a profile, sealed or not. */
void profile_write_records(bin_writer *writer, const Profile *profile, bin_record record);

/* Writes n records of a kind that can occur many times. The records are rows as in Profile.rows. */
void profile_write_rows(bin_writer *writer, const Profile *profile, bin_record record, const void *rows, size_t n);
