/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_columns.h: numbers in the columns of a table. */
#ifndef UI_UI_COLUMNS_H
#define UI_UI_COLUMNS_H

#include <glib.h>

#include "ui/model/ui_profile.h"

/* Appends a count (ui_text_append_count()), right-aligned in `width` columns. */
void ui_columns_count(GString *out, double count, unsigned width);

/* The same of a count of a profile, which may be an estimate (ui_estimate_append()). */
void ui_columns_estimate(GString *out, const UiProfile *profile, double count, unsigned width);

/* Appends part / whole in percent with one decimal and no sign, right-aligned; "-" of a part of 0. */
void ui_columns_percent(GString *out, double part, double whole, unsigned width);

/* Appends text, right-aligned. */
void ui_columns_right(GString *out, const char *text, unsigned width);

/* Appends lines (GPtrArray of texts) of one length as a table, the texts of the first `left` columns at the left of
 * theirs, others at the right. */
void ui_columns_table(const GPtrArray *lines, unsigned left, GString *out);

/* Removes spaces at the end and appends a newline. */
void ui_columns_end(GString *out);

#endif
