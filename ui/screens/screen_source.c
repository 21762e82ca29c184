/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/screens/screen_source.h"

#include <string.h>

#include "ui/analysis/analysis_source.h"
#include "ui/analysis/analysis_source_text.h"
#include "ui/base/ui_text.h"
#include "ui/names/name_table.h"
#include "ui/screens/screen_columns.h"
#include "ui/view/view_estimate.h"

enum {
  LINE = 5,  /* width of a line's number, in columns */
  COUNT = 7, /* width of a count, in columns */
  SHARE = 6, /* width of a percentage with decimals, in columns */
  CAUSE = 5, /* width of a percentage without decimals, in columns */
  TEXT_LEAST = 20,
  LONGEST = 2000, /* maximum number of bytes of a source line that are shown */
  CONTEXT = 2,    /* number of lines of text that are shown before and after a line with counts */
  GAP = 6         /* sequences of lines without counts that are longer than this are left out */
};

static bool has_upgrades(const View *view) { return view->profile->totals.counts.upgrades != 0; }

/* Returns the width of a count in columns. A count can be an estimate. */
static unsigned count_width(const View *view) { return COUNT + view->profile->sampled; }

/* Returns the width in columns of half the width of the confidence interval of a share, in percent. */
static unsigned half_width(const View *view) { return view->profile->sampled ? SHARE : 0; }

static bool knows(const View *view, ViewMetric metric) { return view_metric_known(view->profile, metric); }

static unsigned numbers_width(const View *view) {
  const unsigned counts = 1 + knows(view, VIEW_METRIC_STALL) + knows(view, VIEW_METRIC_REFERENCES) + has_upgrades(view);
  const unsigned causes = knows(view, VIEW_METRIC_COLD) + knows(view, VIEW_METRIC_REPLACEMENT) +
                          knows(view, VIEW_METRIC_INVALIDATION);
  return counts * count_width(view) + SHARE + half_width(view) + causes * CAUSE;
}

static unsigned text_width(const Screen *screen, unsigned used) { return MAX(screen->width, used + TEXT_LEAST) - used; }

/* Appends the headings of the share of the total and of its confidence interval. */
static void append_share_heads(GString *out, const View *view) {
  g_autofree char *sign = g_strdup(view_estimate_sign());
  screen_columns_right(out, view_metric_head(view->metric), SHARE);
  if (half_width(view) != 0) screen_columns_right(out, g_strchug(g_strchomp(sign)), SHARE);
}

/* Appends the headings of the counts that the profile has. */
static void append_heads(GString *out, const View *view) {
  const unsigned count = count_width(view);
  if (knows(view, VIEW_METRIC_STALL)) screen_columns_right(out, "Stall", count);
  append_share_heads(out, view);
  if (knows(view, VIEW_METRIC_REFERENCES)) screen_columns_right(out, "Refs", count);
  screen_columns_right(out, view_estimate_metric_name(view->profile, VIEW_METRIC_MISSES), count);
  if (knows(view, VIEW_METRIC_COLD))
    screen_columns_right(out, view_estimate_cold(view->profile, "1st%", "Unk%"), CAUSE);
  if (knows(view, VIEW_METRIC_REPLACEMENT)) screen_columns_right(out, "Rep%", CAUSE);
  if (knows(view, VIEW_METRIC_INVALIDATION)) screen_columns_right(out, "Inv%", CAUSE);
  if (has_upgrades(view)) screen_columns_right(out, "Upgr", count);
}

/* Appends the share of a cause of misses, as a percentage without decimals. */
static void append_cause(GString *out, uint64_t count, double misses) {
  if (count == 0)
    screen_columns_right(out, "-", CAUSE);
  else
    g_string_append_printf(out, "%*.0f", CAUSE, 100 * ui_text_ratio((double)count, misses));
}

/* Appends half the width of the confidence interval of a share of the view's metric, in percent. `batches`: the counts
 * in each batch. */
static void append_half(GString *out, const View *view, const ViewBatchSums *batches) {
  const Profile *profile = view->profile;
  if (half_width(view) == 0) return;
  const ViewBatchSums whole = view_estimate_totals(profile);
  const double half = view_estimate_half_share(profile, view_estimate_values(batches, view->metric),
                                               view_estimate_values(&whole, view->metric));
  if (half < 0)
    screen_columns_right(out, "-", half_width(view));
  else
    g_string_append_printf(out, "%*.1f", (int)half_width(view), 100 * half);
}

/* `batches`: the counts in the batches of a sampled run. */
static void append_numbers(const Screen *screen, GString *out, const View *view, const ProfileCounts *counts,
                           const ViewBatchSums *batches) {
  const Profile *profile = view->profile;
  const unsigned count = count_width(view);
  const double misses = (double)profile_counts_misses(counts);
  const double metric = (double)view_metric(view, counts);
  const double all = (double)view_metric(view, &profile->totals.counts);
  const double share = ui_text_ratio(metric, all);
  const ScreenInk ink = share >= 0.2 ? SCREEN_INK_HOT : share >= 0.05 ? SCREEN_INK_WARM : SCREEN_INK_PLAIN;
  if (ink != SCREEN_INK_PLAIN) screen_ink(screen, out, ink);
  if (knows(view, VIEW_METRIC_STALL)) screen_columns_estimate(out, profile, (double)counts->stall_cycles, count);
  screen_columns_percent(out, metric, all, SHARE);
  append_half(out, view, batches);
  if (ink != SCREEN_INK_PLAIN) screen_ink(screen, out, SCREEN_INK_PLAIN);
  if (knows(view, VIEW_METRIC_REFERENCES))
    screen_columns_estimate(out, profile, (double)profile_counts_references(counts), count);
  screen_columns_estimate(out, profile, misses, count);
  if (knows(view, VIEW_METRIC_COLD)) append_cause(out, counts->cold, misses);
  if (knows(view, VIEW_METRIC_REPLACEMENT)) append_cause(out, counts->replacement, misses);
  if (knows(view, VIEW_METRIC_INVALIDATION)) append_cause(out, counts->invalidation, misses);
  if (has_upgrades(view)) screen_columns_estimate(out, profile, (double)counts->upgrades, count);
}

/* Returns the text with each tab replaced by spaces up to the next multiple of 8 columns. The caller frees the
 * result. */
static char *expand_tabs(const char *text) {
  GString *spaced = g_string_new(NULL);
  for (; *text != '\0'; text++) {
    if (*text != '\t')
      g_string_append_c(spaced, *text);
    else
      g_string_append_printf(spaced, "%*s", 8 - (int)(spaced->len % 8), "");
  }
  return g_string_free(spaced, FALSE);
}

/* Returns the indentation that the lines `begin` to `end` have in common. Blank lines are ignored. */
static unsigned common_indent(const AnalysisSourceText *text, uint64_t begin, uint64_t end) {
  size_t indent = G_MAXUINT16;
  for (uint64_t number = begin; number <= end; number++) {
    const char *line = analysis_source_text_line(text, number);
    if (line == NULL) continue;
    g_autofree char *spaced = expand_tabs(line);
    const size_t blanks = strspn(spaced, " ");
    if (spaced[blanks] != '\0') indent = MIN(indent, blanks);
  }
  return indent == G_MAXUINT16 ? 0 : (unsigned)indent;
}

/* Appends a source line without its first `indent` blanks. The text is escaped, its tabs are expanded, and it is cut at
 * the end of the screen line. */
static void append_text(GString *out, const char *text, unsigned indent, unsigned width) {
  g_autofree char *spaced = expand_tabs(text);
  const size_t blanks = MIN(indent, strspn(spaced, " "));
  if (strlen(spaced) > blanks + LONGEST) spaced[blanks + LONGEST] = '\0';
  g_autofree char *printable = ui_text_source(spaced + blanks);
  if (ui_text_width(printable) > width) {
    for (char *end = printable + strlen(printable); ui_text_width(printable) > width - 3;) {
      end = g_utf8_find_prev_char(printable, end);
      *end = '\0';
    }
    g_string_append_printf(out, "%s...", printable);
  } else {
    g_string_append(out, printable);
  }
}

/* ---- source ---- */

/* A file to show. */
typedef struct {
  const Screen *screen;
  const View *view;
  const AnalysisFocus *focus;
  const AnalysisSourceFile *file;
  const AnalysisSourceText *text;
  unsigned indent; /* number of blanks that are removed from the start of each line */
  GString *out;
} Listing;

/* Appends the counts of a line or the sum of the counts of all lines. */
static void append_counts(const Listing *listing, uint64_t line, const ProfileCounts *counts) {
  const ViewBatchSums batches = analysis_source_batches(listing->view, listing->focus, listing->file->file, line,
                                                        ANALYSIS_SOURCE_ALL_ROWS);
  append_numbers(listing->screen, listing->out, listing->view, counts, &batches);
}

/* Appends line `number`: its counts, if they are given, and its text. */
static void append_line(const Listing *listing, uint64_t number, const ProfileCounts *counts) {
  GString *out = listing->out;
  const unsigned width = numbers_width(listing->view);
  if (number != 0)
    g_string_append_printf(out, "%*" G_GUINT64_FORMAT, LINE, number);
  else
    screen_columns_right(out, "?", LINE);
  if (counts != NULL)
    append_counts(listing, number, counts);
  else
    g_string_append_printf(out, "%*s", (int)width, "");
  const char *line = analysis_source_text_line(listing->text, number);
  if (line != NULL) {
    g_string_append(out, "  ");
    append_text(out, line, listing->indent, text_width(listing->screen, LINE + width + 2));
  }
  screen_columns_end(out);
}

/* Appends the lines `begin` to `end` - 1 without counts, as far as they exist. */
static void append_context(const Listing *listing, uint64_t begin, uint64_t end) {
  if (begin == 0) return; /* `begin` follows the largest 64-bit line number, and has overflowed to 0 */
  for (uint64_t line = begin; line < MIN(end, (uint64_t)listing->text->lines->len + 1); line++)
    append_line(listing, line, NULL);
}

/* Returns the first line to show. This is the start of the function if it is near before `first`, the first line with
 * counts. */
static uint64_t begin_before(const Listing *listing, uint64_t first) {
  const uint64_t begin = listing->file->begin;
  if (begin != 0 && begin <= first && first - begin <= GAP) return begin;
  return first - MIN(CONTEXT, first - 1);
}

/* Appends the lines between two lines with counts. */
static void append_gap(const Listing *listing, uint64_t before, uint64_t after) {
  if (listing->text->state != ANALYSIS_SOURCE_FOUND) return;
  if (after - before <= GAP) {
    append_context(listing, before + 1, after);
    return;
  }
  append_context(listing, before + 1, before + 1 + CONTEXT);
  g_string_append_printf(listing->out, "%*s\n", LINE, "...");
  append_context(listing, after - CONTEXT, after);
}

static void append_file_title(const Listing *listing) {
  GString *out = listing->out;
  const Profile *profile = listing->view->profile;
  const char *path = listing->text->path != NULL ? listing->text->path : profile->files[listing->file->file].path;
  g_autofree char *printable = ui_text_escaped(path);
  g_autofree char *problem = analysis_source_text_problem(profile, listing->file->file, listing->text);
  screen_bold(listing->screen, out, *printable != '\0' ? printable : "(no source file)");
  if (problem != NULL) g_string_append_printf(out, "\nWithout text: %s.", problem);
  g_string_append_c(out, '\n');
  screen_ink(listing->screen, out, SCREEN_INK_TITLE);
  screen_columns_right(out, "Line", LINE);
  append_heads(out, listing->view);
  screen_ink(listing->screen, out, SCREEN_INK_PLAIN);
  g_string_append_c(out, '\n');
}

static void append_lines(Listing *listing) {
  const GArray *lines = listing->file->lines;
  uint64_t before = 0;
  for (guint i = 0; i < lines->len; i++) {
    const AnalysisSourceLine *line = &g_array_index(lines, AnalysisSourceLine, i);
    if (profile_counts_references(&line->counts) == 0) continue;
    if (line->line != 0 && before == 0) append_context(listing, begin_before(listing, line->line), line->line);
    if (line->line != 0 && before != 0) append_gap(listing, before, line->line);
    append_line(listing, line->line, &line->counts);
    before = line->line;
  }
  if (before != 0) append_context(listing, before + 1, before + 1 + CONTEXT);
}

static void append_file(const Screen *screen, GString *out, const View *view, const AnalysisFocus *focus,
                        const AnalysisSourceFile *file, const char *where) {
  AnalysisSourceText *text = analysis_source_text(view->profile, file->file, where);
  Listing listing = {screen, view, focus, file, text, 0, out};
  uint64_t first = G_MAXUINT64, last = 0;
  for (guint i = 0; i < file->lines->len; i++) {
    const AnalysisSourceLine *line = &g_array_index(file->lines, AnalysisSourceLine, i);
    if (profile_counts_references(&line->counts) == 0 || line->line == 0) continue;
    first = MIN(first, line->line);
    last = line->line;
  }
  listing.indent = common_indent(text, first, MIN(last, text->lines->len));
  append_file_title(&listing);
  append_lines(&listing);
  screen_columns_right(out, "all", LINE);
  append_counts(&listing, ANALYSIS_SOURCE_ALL_LINES, &file->counts);
  g_string_append_c(out, '\n');
  analysis_source_text_free(text);
}

static void append_title(const Screen *screen, GString *out, const View *view, const AnalysisFocus *focus,
                         const char *title) {
  screen_ink(screen, out, SCREEN_INK_TITLE);
  g_string_append(out, title);
  if (focus->code != NULL) view_selection_describe(focus->code, view, out);
  if (focus->data != NULL) {
    g_string_append(out, focus->code != NULL ? ", references to " : "references to ");
    view_selection_describe(focus->data, view, out);
  }
  screen_ink(screen, out, SCREEN_INK_PLAIN);
  g_string_append_c(out, '\n');
}

void screen_source(const Screen *screen, const View *view, const AnalysisFocus *focus, const char *where,
                   GString *out) {
  g_autoptr(GPtrArray) files = analysis_source_files(view, focus);
  bool any = false;
  append_title(screen, out, view, focus, "SOURCE: ");
  for (guint i = 0; i < files->len; i++) {
    const AnalysisSourceFile *file = g_ptr_array_index(files, i);
    if (profile_counts_references(&file->counts) == 0) continue;
    append_file(screen, out, view, focus, file, where);
    any = true;
  }
  if (!any) g_string_append(out, "There are no such references.\n");
}

/* ---- lines ---- */

static void append_hot_line(const Screen *screen, GString *out, const View *view, const AnalysisFocus *focus,
                            const AnalysisSourceLine *line, const char *where) {
  const unsigned width = numbers_width(view);
  const Profile *profile = view->profile;
  g_autofree char *file = ui_text_escaped(profile_basename(profile->files[line->file].path));
  g_autofree char *name = line->line != 0
                              ? g_strdup_printf("%s:%" G_GUINT64_FORMAT " in %s", file, line->line,
                                                view_item(view, VIEW_CODE, line->row)->name)
                              : g_strdup_printf("%s in %s", file, view_item(view, VIEW_CODE, line->row)->name);
  const ViewBatchSums batches = analysis_source_batches(view, focus, line->file, line->line, line->row);
  append_numbers(screen, out, view, &line->counts, &batches);
  g_string_append(out, "  ");
  ui_text_append_cut(out, name, text_width(screen, width + 2));
  screen_columns_end(out);
  AnalysisSourceText *text = analysis_source_text(profile, line->file, where);
  const char *words = analysis_source_text_line(text, line->line);
  if (words != NULL) {
    g_string_append_printf(out, "%*s", COUNT, "");
    append_text(out, words, G_MAXUINT16, screen->width - COUNT);
    screen_columns_end(out);
  }
  analysis_source_text_free(text);
}

void screen_source_lines(const Screen *screen, const View *view, const AnalysisFocus *focus, const char *where,
                         uint32_t n, GString *out) {
  g_autoptr(GArray) lines = analysis_source_hottest(view, focus, n);
  append_title(screen, out, view, focus,
               focus->code != NULL || focus->data != NULL ? "HOTTEST LINES: " : "HOTTEST LINES");
  screen_ink(screen, out, SCREEN_INK_TITLE);
  append_heads(out, view);
  g_string_append(out, "  Line\n");
  screen_ink(screen, out, SCREEN_INK_PLAIN);
  for (guint i = 0; i < lines->len; i++)
    append_hot_line(screen, out, view, focus, &g_array_index(lines, AnalysisSourceLine, i), where);
  if (lines->len == 0) g_string_append(out, "There are none.\n");
}
