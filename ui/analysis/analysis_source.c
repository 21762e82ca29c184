/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/analysis/analysis_source.h"

/* Compares two source lines by file, line and row. */
static gint compare_lines(gconstpointer a, gconstpointer b) {
  const AnalysisSourceLine *x = a, *y = b;
  if (x->file != y->file) return x->file < y->file ? -1 : 1;
  if (x->line != y->line) return x->line < y->line ? -1 : 1;
  return x->row < y->row ? -1 : x->row > y->row;
}

/* Merges records of the same source line and row, and adds up their counts. `lines` must be sorted. */
static void merge(GArray *lines) {
  guint kept = 0;
  for (guint i = 0; i < lines->len; i++) {
    const AnalysisSourceLine *line = &g_array_index(lines, AnalysisSourceLine, i);
    AnalysisSourceLine *last = kept > 0 ? &g_array_index(lines, AnalysisSourceLine, kept - 1) : NULL;
    if (last != NULL && compare_lines(last, line) == 0) {
      last->instructions += line->instructions;
      profile_counts_add(&last->counts, &line->counts);
    } else {
      g_array_index(lines, AnalysisSourceLine, kept++) = *line;
    }
  }
  g_array_set_size(lines, kept);
}

GArray *analysis_source_lines(const View *view, const AnalysisFocus *focus) {
  const Profile *profile = view->profile;
  GArray *lines = g_array_new(FALSE, FALSE, sizeof(AnalysisSourceLine));
  uint32_t c = 0; /* the profile's cells are sorted by place */
  for (uint32_t p = 0; p < profile->n_places; p++) {
    const ProfilePlace *place = &profile->places[p];
    const uint32_t row = view_row(view, p);
    const bool has = analysis_focus_has_row(focus, row);
    AnalysisSourceLine line = {place->file, place->line, row, place->instructions, {0}};
    for (; c < profile->n_cells && profile->cells[c].place == p; c++)
      if (has && analysis_focus_has_column(focus, view_column(view, profile->cells[c].bin)))
        profile_counts_add(&line.counts, &profile->cells[c].counts);
    if (has && (line.instructions != 0 || profile_counts_references(&line.counts) != 0))
      g_array_append_val(lines, line);
  }
  g_array_sort(lines, compare_lines);
  merge(lines);
  return lines;
}

static gint compare_metric(gconstpointer a, gconstpointer b, gpointer view) {
  const AnalysisSourceLine *x = a, *y = b;
  const uint64_t of_x = view_metric(view, &x->counts), of_y = view_metric(view, &y->counts);
  if (of_x != of_y) return of_x > of_y ? -1 : 1;
  return compare_lines(x, y);
}

GArray *analysis_source_hottest(const View *view, const AnalysisFocus *focus, uint32_t n) {
  GArray *lines = analysis_source_lines(view, focus);
  guint kept = 0;
  for (guint i = 0; i < lines->len; i++) {
    const AnalysisSourceLine *line = &g_array_index(lines, AnalysisSourceLine, i);
    if (view_metric(view, &line->counts) != 0) g_array_index(lines, AnalysisSourceLine, kept++) = *line;
  }
  g_array_set_size(lines, kept);
  g_array_sort_with_data(lines, compare_metric, (gpointer)view);
  g_array_set_size(lines, MIN(kept, n));
  return lines;
}

ViewBatchSums analysis_source_batches(const View *view, const AnalysisFocus *focus, uint32_t file, uint64_t line,
                                      uint32_t row) {
  const Profile *profile = view->profile;
  ViewBatchSums sums = {{0}, {0}};
  for (uint32_t i = 0; i < profile->n_batch_cells; i++) {
    const ProfileBatchCell *cell = &profile->batch_cells[i];
    const ProfilePlace *place = &profile->places[cell->place];
    if (place->file != file || (line != ANALYSIS_SOURCE_ALL_LINES && place->line != line)) continue;
    if (row != ANALYSIS_SOURCE_ALL_ROWS && view_row(view, cell->place) != row) continue;
    if (analysis_focus_has(view, focus, cell->place, cell->bin)) view_estimate_add(&sums, profile, cell);
  }
  return sums;
}

guint analysis_source_peak(const View *view, const GArray *lines) {
  guint peak = lines->len;
  uint64_t most = 0;
  for (guint i = 0; i < lines->len; i++) {
    const uint64_t metric = view_metric(view, &g_array_index(lines, AnalysisSourceLine, i).counts);
    if (metric <= most) continue;
    most = metric;
    peak = i;
  }
  return peak;
}

static void file_free(gpointer data) {
  AnalysisSourceFile *file = data;
  g_array_free(file->lines, TRUE);
  g_free(file);
}

/* Adds a source line to the file. If the file's last line is the same, adds the counts to that line. */
static void add_line(AnalysisSourceFile *file, const AnalysisSourceLine *line) {
  GArray *lines = file->lines;
  AnalysisSourceLine *last = lines->len > 0 ? &g_array_index(lines, AnalysisSourceLine, lines->len - 1) : NULL;
  profile_counts_add(&file->counts, &line->counts);
  if (last == NULL || last->line != line->line) {
    g_array_append_val(lines, *line);
    return;
  }
  last->instructions += line->instructions;
  profile_counts_add(&last->counts, &line->counts);
}

/* Sets `begin` of each file to the first line of a function in focus. `by_number` contains the files by their numbers
 * in the profile. */
static void note_begins(const View *view, const AnalysisFocus *focus, AnalysisSourceFile *const *by_number) {
  const Profile *profile = view->profile;
  for (uint32_t i = 0; i < profile->n_segments; i++) {
    const ProfileSegment *segment = &profile->segments[i];
    AnalysisSourceFile *file = by_number[segment->file];
    if (file == NULL || segment->line == 0 || !analysis_focus_has_row(focus, view->axes[VIEW_CODE].rank_of[i]))
      continue;
    if (file->begin == 0 || segment->line < file->begin) file->begin = segment->line;
  }
}

static gint compare_files(gconstpointer a, gconstpointer b, gpointer view) {
  const AnalysisSourceFile *x = *(AnalysisSourceFile *const *)a, *y = *(AnalysisSourceFile *const *)b;
  const uint64_t of_x = view_metric(view, &x->counts), of_y = view_metric(view, &y->counts);
  if (of_x != of_y) return of_x > of_y ? -1 : 1;
  return x->file < y->file ? -1 : x->file > y->file;
}

GPtrArray *analysis_source_files(const View *view, const AnalysisFocus *focus) {
  g_autoptr(GArray) lines = analysis_source_lines(view, focus);
  GPtrArray *files = g_ptr_array_new_with_free_func(file_free);
  g_autofree AnalysisSourceFile **by_number = g_new0(AnalysisSourceFile *, MAX(view->profile->n_files, 1));
  for (guint i = 0; i < lines->len; i++) {
    const AnalysisSourceLine *line = &g_array_index(lines, AnalysisSourceLine, i);
    AnalysisSourceFile *file = by_number[line->file];
    if (file == NULL) {
      by_number[line->file] = file = g_new0(AnalysisSourceFile, 1);
      file->file = line->file;
      file->lines = g_array_new(FALSE, FALSE, sizeof(AnalysisSourceLine));
      g_ptr_array_add(files, file);
    }
    add_line(file, line);
  }
  note_begins(view, focus, by_number);
  g_ptr_array_sort_with_data(files, compare_files, (gpointer)view);
  return files;
}
