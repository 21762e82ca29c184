/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_write.h: writes the records of a UiProfile to a profile file. */
#pragma once

#include "bins/bin_writer.h"
#include "ui/model/ui_profile.h"

/* Writes all records of a kind of a profile, sealed or not. */
void ui_write_records(bin_writer *writer, const UiProfile *profile, bin_record record);

/* Writes n records of a kind with many records, from rows as in UiProfile.rows. */
void ui_write_rows(bin_writer *writer, const UiProfile *profile, bin_record record, const void *rows, size_t n);
