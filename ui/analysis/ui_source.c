/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/analysis/ui_source.h"

/* Orders by file, line and row. */
static gint compare_lines(gconstpointer a, gconstpointer b) {
  const UiSourceLine *x = a, *y = b;
  if (x->file != y->file) return x->file < y->file ? -1 : 1;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  return x->row < y->row ? -1 : x->row > y->row;
}

/* Merges equal lines of `lines`, which is sorted, and adds up their counts. */
static void merge(GArray *lines) {
  guint kept = 0;
  for (guint i = 0; i < lines->len; i++) {
    const UiSourceLine *line = &g_array_index(lines, UiSourceLine, i);
    UiSourceLine *last = kept > 0 ? &g_array_index(lines, UiSourceLine, kept - 1) : NULL;
    if (last != NULL && compare_lines(last, line) == 0) {
      last->instructions += line->instructions;
      ui_counts_add(&last->counts, &line->counts);
    } else {
      g_array_index(lines, UiSourceLine, kept++) = *line;
    }
  }
  g_array_set_size(lines, kept);
}

GArray *ui_source_lines(const UiView *view, const UiFocus *focus) {
  const UiProfile *profile = view->profile;
  GArray *lines = g_array_new(FALSE, FALSE, sizeof(UiSourceLine));
  uint32_t c = 0; /* cells are sorted by place */
  for (uint32_t p = 0; p < profile->n_places; p++) {
    const UiPlace *place = &profile->places[p];
    const uint32_t row = ui_view_row(view, p);
    const bool has = ui_focus_has_row(focus, row);
    UiSourceLine line = {place->file, place->line, row, place->instructions, {0}};
    for (; c < profile->n_cells && profile->cells[c].place == p; c++)
      if (has && ui_focus_has_column(focus, ui_view_column(view, profile->cells[c].bin)))
        ui_counts_add(&line.counts, &profile->cells[c].counts);
    if (has && (line.instructions != 0 || ui_counts_references(&line.counts) != 0)) g_array_append_val(lines, line);
  }
  g_array_sort(lines, compare_lines);
  merge(lines);
  return lines;
}

static gint compare_metric(gconstpointer a, gconstpointer b, gpointer view) {
  const UiSourceLine *x = a, *y = b;
  const uint64_t of_x = ui_view_metric(view, &x->counts), of_y = ui_view_metric(view, &y->counts);
  if (of_x != of_y) return of_x > of_y ? -1 : 1;
  return compare_lines(x, y);
}

GArray *ui_source_hottest(const UiView *view, const UiFocus *focus, uint32_t n) {
  GArray *lines = ui_source_lines(view, focus);
  guint kept = 0;
  for (guint i = 0; i < lines->len; i++) {
    const UiSourceLine *line = &g_array_index(lines, UiSourceLine, i);
    if (ui_view_metric(view, &line->counts) != 0) g_array_index(lines, UiSourceLine, kept++) = *line;
  }
  g_array_set_size(lines, kept);
  g_array_sort_with_data(lines, compare_metric, (gpointer)view);
  g_array_set_size(lines, MIN(kept, n));
  return lines;
}

UiBatchSums ui_source_batches(const UiView *view, const UiFocus *focus, uint32_t file, uint64_t line, uint32_t row) {
  const UiProfile *profile = view->profile;
  UiBatchSums sums = {{0}, {0}};
  for (uint32_t i = 0; i < profile->n_batch_cells; i++) {
    const UiBatchCell *cell = &profile->batch_cells[i];
    const UiPlace *place = &profile->places[cell->place];
    if (place->file != file || (line != UI_SOURCE_ALL_LINES && place->line != line)) continue;
    if (row != UI_SOURCE_ALL_ROWS && ui_view_row(view, cell->place) != row) continue;
    if (ui_focus_has(view, focus, cell->place, cell->bin)) ui_estimate_add(&sums, profile, cell);
  }
  return sums;
}

guint ui_source_peak(const UiView *view, const GArray *lines) {
  guint peak = lines->len;
  uint64_t most = 0;
  for (guint i = 0; i < lines->len; i++) {
    const uint64_t metric = ui_view_metric(view, &g_array_index(lines, UiSourceLine, i).counts);
    if (metric <= most) continue;
    most = metric;
    peak = i;
  }
  return peak;
}

static void file_free(gpointer data) {
  UiSourceFile *file = data;
  g_array_free(file->lines, TRUE);
  g_free(file);
}

/* Appends a line to the file, or adds it to the last line if they are the same. */
static void add_line(UiSourceFile *file, const UiSourceLine *line) {
  GArray *lines = file->lines;
  UiSourceLine *last = lines->len > 0 ? &g_array_index(lines, UiSourceLine, lines->len - 1) : NULL;
  ui_counts_add(&file->counts, &line->counts);
  if (last == NULL || last->line != line->line) {
    g_array_append_val(lines, *line);
    return;
  }
  last->instructions += line->instructions;
  ui_counts_add(&last->counts, &line->counts);
}

/* Sets `begin` of the files, by their number, to the first line of a function in focus. */
static void note_begins(const UiView *view, const UiFocus *focus, UiSourceFile *const *by_number) {
  const UiProfile *profile = view->profile;
  for (uint32_t i = 0; i < profile->n_segments; i++) {
    const UiSegment *segment = &profile->segments[i];
    UiSourceFile *file = by_number[segment->file];
    if (file == NULL || segment->line == 0 || !ui_focus_has_row(focus, view->axes[UI_CODE].rank_of[i])) continue;
    if (file->begin == 0 || segment->line < file->begin) file->begin = segment->line;
  }
}

static gint compare_files(gconstpointer a, gconstpointer b, gpointer view) {
  const UiSourceFile *x = *(UiSourceFile *const *)a, *y = *(UiSourceFile *const *)b;
  const uint64_t of_x = ui_view_metric(view, &x->counts), of_y = ui_view_metric(view, &y->counts);
  if (of_x != of_y) return of_x > of_y ? -1 : 1;
  return x->file < y->file ? -1 : x->file > y->file;
}

GPtrArray *ui_source_files(const UiView *view, const UiFocus *focus) {
  g_autoptr(GArray) lines = ui_source_lines(view, focus);
  GPtrArray *files = g_ptr_array_new_with_free_func(file_free);
  g_autofree UiSourceFile **by_number = g_new0(UiSourceFile *, MAX(view->profile->n_files, 1));
  for (guint i = 0; i < lines->len; i++) {
    const UiSourceLine *line = &g_array_index(lines, UiSourceLine, i);
    UiSourceFile *file = by_number[line->file];
    if (file == NULL) {
      by_number[line->file] = file = g_new0(UiSourceFile, 1);
      file->file = line->file;
      file->lines = g_array_new(FALSE, FALSE, sizeof(UiSourceLine));
      g_ptr_array_add(files, file);
    }
    add_line(file, line);
  }
  note_begins(view, focus, by_number);
  g_ptr_array_sort_with_data(files, compare_files, (gpointer)view);
  return files;
}
