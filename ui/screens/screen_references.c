/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/screen_references.h"

#include <stdlib.h>
#include <string.h>

#include "ui/base/ui_short_name.h"
#include "ui/base/ui_text.h"
#include "ui/screens/screen_columns.h"
#include "ui/view/view_estimate.h"

enum { COUNT = 8, RATIO = 8, TEMPORAL = 9, USE = 10, NUMBERS = 2 * COUNT + RATIO + TEMPORAL + USE };
enum { EVICTOR_NUMBERS = COUNT + 9, NARROWEST = 8, INDENT = 2 };

/* The text columns before the numbers: the place, the name and the expression of the reference. */
enum { WHERE, NAME, SOURCE, TEXTS };
static const char *const titles[TEXTS] = {"File:Line", "Reference", "Source"};

typedef struct {
  char *texts[TEXTS]; /* escaped */
} Row;

typedef struct {
  unsigned columns[TEXTS]; /* widths of the text columns, including a space after each; 0: the column is not shown */
} Widths;

static Row make_row(AnalysisReferences *references, uint32_t number, const Profile *profile) {
  const AnalysisNamedReference *one = analysis_references_get(references, number);
  const ProfilePlace *place = &profile->places[one->record->place];
  g_autofree char *file = ui_text_escaped(profile_basename(profile->files[place->file].path));
  g_autofree char *expression = analysis_references_expression(references, number);
  return (Row){{place->line != 0 ? g_strdup_printf("%s:%" G_GUINT64_FORMAT, file, place->line) : g_strdup(file),
                ui_text_escaped(one->name), ui_text_escaped(expression != NULL ? expression : "-")}};
}

static void row_clear(Row *row) {
  for (unsigned t = 0; t < TEXTS; t++) g_free(row->texts[t]);
}

/* Returns the table rows of the first `n` references. */
static Row *make_rows(AnalysisReferences *references, const Profile *profile, const GArray *chosen, uint32_t n) {
  Row *rows = g_new0(Row, n + (gsize)1);
  for (uint32_t i = 0; i < n; i++) rows[i] = make_row(references, g_array_index(chosen, uint32_t, i), profile);
  return rows;
}

static void free_rows(Row *rows, uint32_t n) {
  for (uint32_t i = 0; i < n; i++) row_clear(&rows[i]);
  g_free(rows);
}

/* Sets the widths of the columns from the texts. If this needs too much room, makes the widest columns narrower. */
static Widths fit(const Row *rows, uint32_t n, unsigned room) {
  Widths widths;
  unsigned all = 0;
  bool known = false;
  for (uint32_t i = 0; i < n; i++) known |= strcmp(rows[i].texts[SOURCE], "-") != 0;
  for (unsigned t = 0; t < TEXTS; t++) {
    widths.columns[t] = t == SOURCE && !known ? 0 : (unsigned)strlen(titles[t]) + 1;
    if (widths.columns[t] == 0) continue;
    for (uint32_t i = 0; i < n; i++) widths.columns[t] = MAX(widths.columns[t], ui_text_width(rows[i].texts[t]) + 1);
    all += widths.columns[t];
  }
  while (all > room) {
    unsigned widest = 0;
    for (unsigned t = 1; t < TEXTS; t++)
      if (widths.columns[t] > widths.columns[widest]) widest = t;
    if (widths.columns[widest] <= NARROWEST) break;
    widths.columns[widest]--;
    all--;
  }
  return widths;
}

/* Returns the part "_Read_1" of a reference's name. */
static const char *tail_of(const char *name) {
  const char *tail = strrchr(name, '_');
  while (tail != NULL && tail > name && tail[-1] != '_') tail--;
  return tail != NULL && tail > name ? tail - 1 : name + strlen(name);
}

/* Shortens a name that is too long, by cutting the part that names the data. */
static void append_name(GString *out, const char *name, unsigned width) {
  const char *tail = tail_of(name);
  const unsigned used = (unsigned)strlen(tail);
  g_autofree char *data = g_strndup(name, (gsize)(tail - name));
  const unsigned room = width > used ? width - used : 1, shown = MIN(ui_text_width(data), room);
  ui_short_name_append(out, data, room);
  g_string_append(out, tail);
  if (shown + used < width) g_string_append_printf(out, "%*s", (int)(width - shown - used), "");
}

static void append_texts(GString *out, const char *const *texts, const Widths *widths) {
  for (unsigned t = 0; t < TEXTS; t++) {
    if (widths->columns[t] == 0) continue;
    const unsigned width = widths->columns[t] - 1;
    if (t == NAME)
      append_name(out, texts[t], width);
    else
      ui_text_append_fitted(out, texts[t], width);
    g_string_append_c(out, ' ');
  }
}

static void append_ratio(GString *out, double part, double whole, const char *otherwise, unsigned width) {
  g_autofree char *text = whole > 0 ? g_strdup_printf("%.4f", part / whole) : g_strdup(otherwise);
  screen_columns_right(out, text, width);
}

static void append_numbers(GString *out, const Profile *profile, const AnalysisNamedReference *one,
                           uint64_t line_bytes) {
  const uint64_t hits = analysis_reference_hits(one);
  screen_columns_estimate(out, profile, (double)hits, COUNT);
  screen_columns_estimate(out, profile, (double)one->misses, COUNT);
  append_ratio(out, (double)one->misses, (double)(hits + one->misses), "-", RATIO);
  append_ratio(out, (double)one->record->temporal_hits, (double)hits, "no hits", TEMPORAL);
  append_ratio(out, (double)one->record->used_bytes, (double)one->record->evictions * (double)line_bytes, "no evicts",
               USE);
  screen_columns_end(out);
}

/* ---- totals ---- */

static void append_pair(GString *out, const char *left, const char *left_value, const char *right,
                        const char *right_value) {
  g_string_append_printf(out, "%-12s%14s   %-16s%14s\n", left, left_value, right, right_value);
}

/* Returns a number with all digits, and with a mark if it is an estimate. The caller frees the text. */
static char *digits(const Profile *profile, uint64_t count) {
  return g_strdup_printf("%s%" G_GUINT64_FORMAT, view_estimate_mark(profile), count);
}

static void append_counts(GString *out, const Profile *profile, const char *left, uint64_t a, const char *right,
                          uint64_t b) {
  g_autofree char *first = digits(profile, a), *second = digits(profile, b);
  append_pair(out, left, first, right, second);
}

static char *ratio(double part, double whole) {
  return whole > 0 ? g_strdup_printf("%.5f", part / whole) : g_strdup("-");
}

static void append_sums(const Screen *screen, GString *out, const Profile *profile, const AnalysisReferenceSums *sums,
                        uint64_t line_bytes) {
  const uint64_t hits = sums->temporal_hits + sums->spatial_hits;
  g_autofree char *temporal = ratio((double)sums->temporal_hits, (double)hits);
  g_autofree char *spatial = ratio((double)sums->spatial_hits, (double)hits);
  g_autofree char *misses = ratio((double)sums->misses, (double)(hits + sums->misses));
  g_autofree char *use = ratio((double)sums->used_bytes, (double)sums->evictions * (double)line_bytes);
  g_autofree char *missed = digits(profile, sums->misses);
  screen_title(screen, out, "REFERENCES");
  append_counts(out, profile, "Reads:", sums->reads, "Temporal Hits:", sums->temporal_hits);
  append_counts(out, profile, "Writes:", sums->writes, "Spatial Hits:", sums->spatial_hits);
  g_autofree char *hit = digits(profile, hits);
  append_pair(out, "Hits:", hit, "Temporal Ratio:", temporal);
  append_pair(out, "Misses:", missed, "Spatial Ratio:", spatial);
  append_pair(out, "Miss Ratio:", misses, "Spatial Use:", use);
}

static void append_more(GString *out, guint all, uint32_t shown) {
  if (all > shown) g_string_append_printf(out, "(%u more)\n", all - shown);
}

void screen_references(const Screen *screen, AnalysisReferences *references, const GArray *chosen, uint32_t n,
                       GString *out) {
  const Profile *profile = analysis_references_profile(references);
  const uint64_t line_bytes = analysis_references_line_bytes(profile);
  const AnalysisReferenceSums sums = analysis_references_sums(references, chosen);
  append_sums(screen, out, profile, &sums, line_bytes);
  n = MIN(n, chosen->len);
  Row *rows = make_rows(references, profile, chosen, n);
  const Widths widths = fit(rows, n, MAX(screen->width, NUMBERS) - NUMBERS);
  append_texts(out, titles, &widths);
  g_string_append_printf(out, "%*s%*s%*s%*s%*s\n", COUNT, "Hits", COUNT, "Misses", RATIO, "Miss R.", TEMPORAL,
                         "Temporal", USE, "Sp. Use");
  for (uint32_t i = 0; i < n; i++) {
    append_texts(out, (const char *const *)rows[i].texts, &widths);
    append_numbers(out, profile, analysis_references_get(references, g_array_index(chosen, uint32_t, i)), line_bytes);
  }
  append_more(out, chosen->len, n);
  free_rows(rows, n);
}

/* ---- evictors ---- */

static int by_count(const void *a, const void *b) {
  const AnalysisReferenceEvictor *x = a, *y = b;
  if (x->count != y->count) return x->count > y->count ? -1 : 1;
  return x->evicting < y->evicting ? -1 : x->evicting > y->evicting;
}

/* Appends the evictors of a reference; the one with the most evictions comes first. `own`: the texts of the
 * reference. */
static void append_evictors(const Screen *screen, GString *out, AnalysisReferences *references, uint32_t number,
                            const Row *own) {
  uint32_t n;
  const Profile *profile = analysis_references_profile(references);
  const AnalysisReferenceEvictor *all = analysis_references_evictors(references, number, &n);
  g_autofree AnalysisReferenceEvictor *ranked = g_memdup2(all, n * sizeof *all);
  if (n != 0) qsort(ranked, n, sizeof *ranked, by_count);
  g_autoptr(GArray) who = g_array_new(FALSE, FALSE, sizeof(uint32_t));
  for (uint32_t i = 0; i < n; i++) g_array_append_val(who, ranked[i].evicting);
  const uint64_t lost = analysis_references_get(references, number)->record->lost;
  const uint32_t shown = screen->top != 0 ? MIN(n, screen->top) : MIN(n, 10);
  Row *rows = make_rows(references, profile, who, shown);
  const Widths widths = fit(rows, shown, MAX(screen->width, EVICTOR_NUMBERS + INDENT) - EVICTOR_NUMBERS - INDENT);
  screen_ink(screen, out, SCREEN_INK_TITLE);
  g_string_append_printf(out, "%s %s", own->texts[WHERE], own->texts[NAME]);
  if (strcmp(own->texts[SOURCE], "-") != 0) g_string_append_printf(out, " %s", own->texts[SOURCE]);
  screen_ink(screen, out, SCREEN_INK_PLAIN);
  g_string_append_printf(out, ": %s", lost == 0 ? "none of its lines was evicted" : "lost ");
  if (lost != 0) view_estimate_append(out, profile, (double)lost);
  g_string_append(out, lost == 0 ? "\n" : lost == 1 ? " line, to\n" : " lines, to\n");
  for (uint32_t i = 0; i < shown; i++) {
    g_string_append_printf(out, "%*s", INDENT, "");
    append_texts(out, (const char *const *)rows[i].texts, &widths);
    screen_columns_estimate(out, profile, (double)ranked[i].count, COUNT);
    g_string_append_printf(out, "%8.2f%%\n", 100 * ui_text_ratio((double)ranked[i].count, (double)lost));
  }
  if (n > shown) g_string_append_printf(out, "%*s(%u more)\n", INDENT, "", n - shown);
  free_rows(rows, shown);
}

void screen_references_evictors(const Screen *screen, AnalysisReferences *references, const GArray *chosen, uint32_t n,
                                GString *out) {
  n = MIN(n, chosen->len);
  screen_title(screen, out, "EVICTORS OF REFERENCES");
  for (uint32_t i = 0; i < n; i++) {
    const uint32_t number = g_array_index(chosen, uint32_t, i);
    Row row = make_row(references, number, analysis_references_profile(references));
    append_evictors(screen, out, references, number, &row);
    row_clear(&row);
  }
  append_more(out, chosen->len, n);
}
