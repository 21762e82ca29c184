/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/screen_columns.h"

#include "ui/base/ui_text.h"
#include "ui/view/view_estimate.h"

void screen_columns_right(GString *out, const char *text, unsigned width) {
  const unsigned used = ui_text_width(text);
  g_string_append_printf(out, "%*s%s", used < width ? (int)(width - used) : 0, "", text);
}

void screen_columns_count(GString *out, double count, unsigned width) {
  g_autoptr(GString) number = g_string_new(NULL);
  ui_text_append_count(number, count);
  screen_columns_right(out, number->str, width);
}

void screen_columns_estimate(GString *out, const Profile *profile, double count, unsigned width) {
  g_autoptr(GString) number = g_string_new(NULL);
  view_estimate_append(number, profile, count);
  screen_columns_right(out, number->str, width);
}

void screen_columns_part(GString *out, const Profile *profile, const char *title, uint64_t part, uint64_t whole) {
  g_string_append_printf(out, "%s: ", title);
  view_estimate_append(out, profile, (double)part);
  g_string_append(out, " (");
  ui_text_append_percent(out, (double)part, (double)whole);
  g_string_append_c(out, ')');
}

void screen_columns_percent(GString *out, double part, double whole, unsigned width) {
  if (part == 0)
    screen_columns_right(out, "-", width);
  else
    g_string_append_printf(out, "%*.1f", (int)width, 100 * ui_text_ratio(part, whole));
}

void screen_columns_end(GString *out) {
  while (out->len > 0 && out->str[out->len - 1] == ' ') g_string_truncate(out, out->len - 1);
  g_string_append_c(out, '\n');
}

void screen_columns_table(const GPtrArray *lines, unsigned left, GString *out) {
  const GPtrArray *first = g_ptr_array_index(lines, 0);
  g_autofree unsigned *widths = g_new0(unsigned, first->len);
  for (guint i = 0; i < lines->len; i++)
    for (guint j = 0; j < first->len; j++)
      widths[j] = MAX(widths[j], ui_text_width(g_ptr_array_index((GPtrArray *)g_ptr_array_index(lines, i), j)));
  for (guint i = 0; i < lines->len; i++) {
    for (guint j = 0; j < first->len; j++) {
      const char *cell = g_ptr_array_index((GPtrArray *)g_ptr_array_index(lines, i), j);
      const int rest = (int)(widths[j] - ui_text_width(cell));
      g_string_append_printf(out, "%s%*s%s%*s", j > 0 ? "  " : "", j < left ? 0 : rest, "", cell, j < left ? rest : 0,
                             "");
    }
    screen_columns_end(out);
  }
}
