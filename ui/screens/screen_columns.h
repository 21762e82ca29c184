/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_columns.h: appends numbers to the columns of a table, right-aligned in `width` columns. */
#pragma once

#include <glib.h>

#include "ui/profile/profile.h"

/* Appends a count (ui_text_append_count()). */
void screen_columns_count(GString *out, double count, unsigned width);

/* Appends a count of a profile. If the count is an estimate, appends a mark to it (view_estimate_append()). */
void screen_columns_estimate(GString *out, const Profile *profile, double count, unsigned width);

/* Appends part / whole as a percentage with one decimal and without a percent sign, or "-" if the part is 0. */
void screen_columns_percent(GString *out, double part, double whole, unsigned width);

/* Appends text. */
void screen_columns_right(GString *out, const char *text, unsigned width);

/* Appends lines as a table. A line is a GPtrArray of texts, and all lines have the same number of texts. The first
 * `left` columns are left-aligned, and the others are right-aligned. */
void screen_columns_table(const GPtrArray *lines, unsigned left, GString *out);

/* Appends a text such as "TITLE: 12.88M (85.5%)", with a count of a profile, and its percentage of `whole`. */
void screen_columns_part(GString *out, const Profile *profile, const char *title, uint64_t part, uint64_t whole);

/* Removes the spaces at the end of the text, and appends a newline. */
void screen_columns_end(GString *out);
