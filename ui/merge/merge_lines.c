/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/merge/merge_lines.h"

typedef struct {
  ProfileHotLine line;
  GArray *uses; /* ProfileUse */
} Line;

static void line_free(gpointer data) {
  Line *line = data;
  g_array_unref(line->uses);
  g_free(line);
}

void merge_lines_init(MergeLines *lines) { lines->lines = g_ptr_array_new_with_free_func(line_free); }

void merge_lines_clear(MergeLines *lines) { g_ptr_array_unref(lines->lines); }

static gint compare_lines(gconstpointer a, gconstpointer b) {
  const ProfileHotLine *x = &(*(Line *const *)a)->line, *y = &(*(Line *const *)b)->line;
  if (x->events != y->events) return x->events > y->events ? -1 : 1;
  if (x->address != y->address) return x->address < y->address ? -1 : 1;
  return 0; /* the sort is stable, so that the cache line of the lower rank comes first */
}

static gint compare_uses(gconstpointer a, gconstpointer b) {
  const ProfileUse *x = a, *y = b;
  if (x->offset != y->offset) return x->offset < y->offset ? -1 : 1;
  if (x->processor != y->processor) return x->processor < y->processor ? -1 : 1;
  if (x->place != y->place) return x->place < y->place ? -1 : 1;
  return x->bin < y->bin ? -1 : x->bin > y->bin;
}

void merge_lines_add(MergeLines *lines, MergeRows *rows, uint32_t first_processor, uint32_t most) {
  const Profile *part = rows->part;
  const guint before = lines->lines->len;
  for (uint32_t i = 0; i < part->n_hot_lines; i++) {
    Line *line = g_new(Line, 1);
    *line = (Line){part->hot_lines[i], g_array_new(FALSE, FALSE, sizeof(ProfileUse))};
    g_ptr_array_add(lines->lines, line);
  }
  for (uint32_t i = 0; i < part->n_uses; i++) {
    ProfileUse use = part->uses[i];
    use.processor += first_processor;
    use.place = merge_rows_number(rows, BIN_RECORD_PLACE, use.place);
    use.bin = merge_rows_number(rows, BIN_RECORD_BIN, use.bin);
    const Line *line = g_ptr_array_index(lines->lines, before + use.hot_line);
    g_array_append_val(line->uses, use);
  }
  for (guint i = before; i < lines->lines->len; i++)
    g_array_sort(((Line *)g_ptr_array_index(lines->lines, i))->uses, compare_uses);
  g_ptr_array_sort(lines->lines, compare_lines);
  if (lines->lines->len > most) g_ptr_array_set_size(lines->lines, (gint)most);
}

/* Appends a use to the merged profile. However, if `is_same` is set, adds the use to the last use of the profile, which
 * has the same key. This happens because several places of the input profile can become one place. */
static void append_use(MergeRows *rows, ProfileUse use, bool is_same) {
  GArray *uses = rows->whole->rows[BIN_RECORD_USE];
  if (!is_same) {
    g_array_append_val(uses, use);
    return;
  }
  ProfileUse *same = &g_array_index(uses, ProfileUse, uses->len - 1);
  merge_rows_sum(rows, &same->reads, use.reads);
  merge_rows_sum(rows, &same->writes, use.writes);
  merge_rows_sum(rows, &same->modifies, use.modifies);
}

void merge_lines_end(const MergeLines *lines, MergeRows *rows) {
  for (guint i = 0; i < lines->lines->len; i++) {
    const Line *line = g_ptr_array_index(lines->lines, i);
    g_array_append_val(rows->whole->rows[BIN_RECORD_HOT_LINE], line->line);
    for (guint u = 0; u < line->uses->len; u++) {
      ProfileUse use = g_array_index(line->uses, ProfileUse, u);
      use.hot_line = i;
      append_use(rows, use, u > 0 && compare_uses(&use, &g_array_index(line->uses, ProfileUse, u - 1)) == 0);
    }
  }
}
