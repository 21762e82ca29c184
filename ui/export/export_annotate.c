/* SPDX-License-Identifier: GPL-2.0-or-later
 * export_annotate.c: see export_annotate.h. The layout follows that of cg_annotate. */
#include "ui/export/export_annotate.h"

#include <inttypes.h>
#include <string.h>

#include "ui/analysis/analysis_source.h"
#include "ui/analysis/analysis_source_text.h"
#include "ui/base/ui_text.h"

enum { NUMBER = 20, PERCENT = 9 /* width of " (100.0%)", in columns */ };

typedef struct {
  const View *view;
  const ExportAnnotateChoice *choice;
  FILE *file;
  uint64_t totals[VIEW_METRICS]; /* indexed by column */
  unsigned widths[VIEW_METRICS]; /* columns of the number, by column */
} Writer;

/* ---- columns ---- */

static uint64_t value_of(const Writer *w, unsigned column, const ProfileCounts *counts) {
  return view_metric_of(w->choice->metrics[column], counts);
}

/* Returns a number as text, with commas between groups of three digits. */
static const char *with_commas(uint64_t number, char text[NUMBER + NUMBER / 3 + 1]) {
  char *at = text + NUMBER + NUMBER / 3;
  *at = '\0';
  for (unsigned digits = 0; digits == 0 || number != 0; digits++, number /= 10) {
    if (digits != 0 && digits % 3 == 0) *--at = ',';
    *--at = (char)('0' + number % 10);
  }
  return at;
}

static void measure(Writer *w) {
  char text[NUMBER + NUMBER / 3 + 1];
  for (unsigned i = 0; i < w->choice->n_metrics; i++) {
    w->totals[i] = value_of(w, i, &w->view->profile->totals.counts);
    const size_t digits = strlen(with_commas(w->totals[i], text)),
                 name = strlen(view_metric_key(w->choice->metrics[i]));
    w->widths[i] = (unsigned)MAX(digits, name > PERCENT ? name - PERCENT : 0);
  }
}

static void put_heads(const Writer *w) {
  for (unsigned i = 0; i < w->choice->n_metrics; i++)
    fprintf(w->file, "%-*s  ", (int)(w->widths[i] + PERCENT), view_metric_key(w->choice->metrics[i]));
  putc('\n', w->file);
}

static void put_counts(const Writer *w, const ProfileCounts *counts) {
  char text[NUMBER + NUMBER / 3 + 1], share[16];
  for (unsigned i = 0; i < w->choice->n_metrics; i++) {
    const uint64_t value = value_of(w, i, counts);
    g_snprintf(share, sizeof share, "(%.1f%%)", 100 * ui_text_ratio((double)value, (double)w->totals[i]));
    if (value == 0)
      fprintf(w->file, "%*s  ", (int)(w->widths[i] + PERCENT), ".");
    else
      fprintf(w->file, "%*s %*s  ", (int)w->widths[i], with_commas(value, text), PERCENT - 1, share);
  }
}

static void put_blanks(const Writer *w) {
  for (unsigned i = 0; i < w->choice->n_metrics; i++) fprintf(w->file, "%*s  ", (int)(w->widths[i] + PERCENT), "");
}

static bool is_shown(const Writer *w, const ProfileCounts *counts) {
  const double share = 100 * ui_text_ratio((double)value_of(w, 0, counts), (double)w->totals[0]);
  return value_of(w, 0, counts) != 0 && share >= w->choice->least;
}

static void put_title(const Writer *w, const char *format, ...) G_GNUC_PRINTF(2, 3);
static void put_title(const Writer *w, const char *format, ...) {
  static const char rule[] = "--------------------------------------------------------------------------------\n";
  va_list list;
  va_start(list, format);
  g_autofree char *title = g_strdup_vprintf(format, list);
  va_end(list);
  fprintf(w->file, "%s-- %s\n%s", rule, title, rule);
}

/* ---- metadata and totals ---- */

static void put_metadata(const Writer *w) {
  const Profile *profile = w->view->profile;
  put_title(w, "Metadata");
  fputs("Command:  ", w->file);
  for (const char *const *word = profile->command; *word != NULL; word++) {
    g_autofree char *printable = ui_text_escaped_utf8(*word);
    fprintf(w->file, "%s%s", word != profile->command ? " " : "", printable);
  }
  g_autofree char *creator = ui_text_escaped_utf8(profile->creator);
  fprintf(w->file, "\nCreator:  %s\nEvents:   ", creator);
  for (unsigned i = 0; i < w->choice->n_metrics; i++)
    fprintf(w->file, "%s%s (%s)", i != 0 ? ", " : "", view_metric_key(w->choice->metrics[i]),
            view_metric_title(w->choice->metrics[i]));
  fprintf(w->file, "\nLeft out: functions and lines below %g%% of %s\n", w->choice->least,
          view_metric_key(w->choice->metrics[0]));
  if (profile->sampled) fputs("Counts:   estimates from samples\n", w->file);
  putc('\n', w->file);
}

static void put_totals(const Writer *w) {
  put_title(w, "Summary");
  put_heads(w);
  put_counts(w, &w->view->profile->totals.counts);
  fputs("PROGRAM TOTALS\n\n", w->file);
}

/* ---- functions ---- */

typedef struct {
  uint32_t file, row;
  ProfileCounts counts;
} Function;

static gint compare_functions(gconstpointer a, gconstpointer b, gpointer writer) {
  const Function *first = a, *second = b;
  const uint64_t value = value_of(writer, 0, &first->counts), other = value_of(writer, 0, &second->counts);
  if (value != other) return value > other ? -1 : 1;
  return first->row < second->row ? -1 : first->row > second->row;
}

static gint compare_keys(gconstpointer a, gconstpointer b) {
  const AnalysisSourceLine *first = a, *second = b;
  if (first->file != second->file) return first->file < second->file ? -1 : 1;
  return first->row < second->row ? -1 : first->row > second->row;
}

/* Returns the counts of each function in each source file. */
static GArray *sum_functions(const Writer *w) {
  g_autoptr(GArray) lines = analysis_source_lines(w->view, NULL);
  GArray *functions = g_array_new(FALSE, FALSE, sizeof(Function));
  g_array_sort(lines, compare_keys);
  for (guint i = 0; i < lines->len; i++) {
    const AnalysisSourceLine *line = &g_array_index(lines, AnalysisSourceLine, i);
    Function *last = functions->len != 0 ? &g_array_index(functions, Function, functions->len - 1) : NULL;
    const Function function = {line->file, line->row, line->counts};
    if (last == NULL || last->file != line->file || last->row != line->row)
      g_array_append_val(functions, function);
    else
      (void)profile_counts_add(&last->counts, &line->counts);
  }
  g_array_sort_with_data(functions, compare_functions, (gpointer)w);
  return functions;
}

static void put_path(const Writer *w, uint32_t file) {
  g_autofree char *path = ui_text_escaped_utf8(w->view->profile->files[file].path);
  fputs(*path != '\0' ? path : "???", w->file);
}

static void put_functions(const Writer *w) {
  g_autoptr(GArray) functions = sum_functions(w);
  put_title(w, "File:function summary");
  put_heads(w);
  for (guint i = 0; i < functions->len; i++) {
    const Function *function = &g_array_index(functions, Function, i);
    if (!is_shown(w, &function->counts)) continue;
    put_counts(w, &function->counts);
    put_path(w, function->file);
    g_autofree char *name = ui_text_escaped_utf8(view_item(w->view, VIEW_CODE, function->row)->name);
    fprintf(w->file, ":%s\n", name);
  }
  putc('\n', w->file);
}

/* ---- source ---- */

static void put_line(const Writer *w, const AnalysisSourceText *text, uint64_t number, const ProfileCounts *counts) {
  const char *line = analysis_source_text_line(text, number);
  g_autofree char *printable = line != NULL ? ui_text_source(line) : NULL;
  if (counts != NULL)
    put_counts(w, counts);
  else
    put_blanks(w);
  if (number == 0)
    fputs("<unknown line>\n", w->file);
  else
    fprintf(w->file, "%" PRIu64 ": %s\n", number, printable != NULL ? printable : "");
}

/* Writes the lines `begin` to `end` - 1 without counts, as far as the source text contains them. Returns the line after
 * them. */
static uint64_t put_context(const Writer *w, const AnalysisSourceText *text, uint64_t begin, uint64_t end) {
  for (; begin != 0 && begin < end && begin <= text->lines->len; begin++) put_line(w, text, begin, NULL);
  return begin;
}

/* Writes the lines that have counts, with lines of context around them. `next`: the first line that is not written
 * yet. */
static void put_lines(const Writer *w, const AnalysisSourceFile *file, const AnalysisSourceText *text) {
  uint64_t next = 1;
  bool any = false;
  for (guint i = 0; i < file->lines->len; i++) {
    const AnalysisSourceLine *line = &g_array_index(file->lines, AnalysisSourceLine, i);
    if (!is_shown(w, &line->counts)) continue;
    if (line->line != 0 && text->lines->len != 0) {
      const uint64_t begin = line->line - MIN(w->choice->context, line->line - 1);
      if (any) next = put_context(w, text, next, MIN(next + w->choice->context, line->line));
      if (next < begin) fprintf(w->file, "-- line %" PRIu64 " ----------------------------------------\n", begin);
      put_context(w, text, MAX(next, begin), line->line);
    }
    put_line(w, text, line->line, &line->counts);
    next = line->line + 1;
    any |= line->line != 0;
  }
  if (any) put_context(w, text, next, next + w->choice->context);
}

static void put_file(const Writer *w, const AnalysisSourceFile *file) {
  const Profile *profile = w->view->profile;
  g_autofree char *path = ui_text_escaped_utf8(profile->files[file->file].path);
  AnalysisSourceText *text = analysis_source_text(profile, file->file, w->choice->where);
  g_autofree char *problem = analysis_source_text_problem(profile, file->file, text);
  put_title(w, "Annotated source file: %s", *path != '\0' ? path : "???");
  if (problem != NULL) fprintf(w->file, "Without text: %s.\n", problem);
  put_heads(w);
  put_lines(w, file, text);
  putc('\n', w->file);
  analysis_source_text_free(text);
}

static bool has_shown_lines(const Writer *w, const AnalysisSourceFile *file) {
  bool any = false;
  for (guint i = 0; i < file->lines->len && !any; i++)
    any = is_shown(w, &g_array_index(file->lines, AnalysisSourceLine, i).counts);
  return any;
}

void export_annotate(const View *view, const ExportAnnotateChoice *choice, FILE *file) {
  Writer w = {.view = view, .choice = choice, .file = file};
  measure(&w);
  put_metadata(&w);
  put_totals(&w);
  put_functions(&w);
  g_autoptr(GPtrArray) files = analysis_source_files(view, NULL);
  for (guint i = 0; i < files->len; i++) {
    const AnalysisSourceFile *one = g_ptr_array_index(files, i);
    if (has_shown_lines(&w, one)) put_file(&w, one);
  }
}
