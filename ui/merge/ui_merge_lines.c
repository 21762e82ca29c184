/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/merge/ui_merge_lines.h"

typedef struct {
  UiHotLine line;
  GArray *uses; /* UiUse */
} Line;

static void line_free(gpointer data) {
  Line *line = data;
  g_array_unref(line->uses);
  g_free(line);
}

void ui_merge_lines_init(UiMergeLines *lines) { lines->lines = g_ptr_array_new_with_free_func(line_free); }

void ui_merge_lines_clear(UiMergeLines *lines) { g_ptr_array_unref(lines->lines); }

static gint compare_lines(gconstpointer a, gconstpointer b) {
  const UiHotLine *x = &(*(Line *const *)a)->line, *y = &(*(Line *const *)b)->line;
  if (x->events != y->events) return x->events > y->events ? -1 : 1;
  if (x->address != y->address) return x->address < y->address ? -1 : 1;
  return 0; /* the sort is stable: the line of the lower rank comes first */
}

static gint compare_uses(gconstpointer a, gconstpointer b) {
  const UiUse *x = a, *y = b;
  if (x->offset != y->offset) return x->offset < y->offset ? -1 : 1;
  if (x->processor != y->processor) return x->processor < y->processor ? -1 : 1;
  if (x->place != y->place) return x->place < y->place ? -1 : 1;
  return x->bin < y->bin ? -1 : x->bin > y->bin;
}

void ui_merge_lines_add(UiMergeLines *lines, UiMergeRows *rows, uint32_t first_processor, uint32_t most) {
  const UiProfile *part = rows->part;
  const guint before = lines->lines->len;
  for (uint32_t i = 0; i < part->n_hot_lines; i++) {
    Line *line = g_new(Line, 1);
    *line = (Line){part->hot_lines[i], g_array_new(FALSE, FALSE, sizeof(UiUse))};
    g_ptr_array_add(lines->lines, line);
  }
  for (uint32_t i = 0; i < part->n_uses; i++) {
    UiUse use = part->uses[i];
    use.processor += first_processor;
    use.place = ui_merge_rows_number(rows, BIN_RECORD_PLACE, use.place);
    use.bin = ui_merge_rows_number(rows, BIN_RECORD_BIN, use.bin);
    const Line *line = g_ptr_array_index(lines->lines, before + use.hot_line);
    g_array_append_val(line->uses, use);
  }
  for (guint i = before; i < lines->lines->len; i++)
    g_array_sort(((Line *)g_ptr_array_index(lines->lines, i))->uses, compare_uses);
  g_ptr_array_sort(lines->lines, compare_lines);
  if (lines->lines->len > most) g_ptr_array_set_size(lines->lines, (gint)most);
}

/* Appends a use, or adds it to the last one if it has the same key: places of the part can be one place of the whole. */
static void append_use(UiMergeRows *rows, UiUse use, bool is_same) {
  GArray *uses = rows->whole->rows[BIN_RECORD_USE];
  if (!is_same) {
    g_array_append_val(uses, use);
    return;
  }
  UiUse *same = &g_array_index(uses, UiUse, uses->len - 1);
  ui_merge_rows_sum(rows, &same->reads, use.reads);
  ui_merge_rows_sum(rows, &same->writes, use.writes);
  ui_merge_rows_sum(rows, &same->modifies, use.modifies);
}

void ui_merge_lines_end(const UiMergeLines *lines, UiMergeRows *rows) {
  for (guint i = 0; i < lines->lines->len; i++) {
    const Line *line = g_ptr_array_index(lines->lines, i);
    g_array_append_val(rows->whole->rows[BIN_RECORD_HOT_LINE], line->line);
    for (guint u = 0; u < line->uses->len; u++) {
      UiUse use = g_array_index(line->uses, UiUse, u);
      use.hot_line = i;
      append_use(rows, use, u > 0 && compare_uses(&use, &g_array_index(line->uses, UiUse, u - 1)) == 0);
    }
  }
}
