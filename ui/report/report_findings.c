/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/report/report_findings.h"

#include <string.h>

#include "ui/advice/advice.h"
#include "ui/analysis/analysis_resolve.h"
#include "ui/analysis/analysis_shared.h"
#include "ui/analysis/analysis_source.h"
#include "ui/analysis/analysis_source_text.h"

enum {
  CONTEXT = ANALYSIS_RESOLVE_CONTEXT, /* number of lines of text that are shown before and after a line with counts */
  TEXT_LIMIT = 6 * 1024 * 1024        /* maximum size of all source text in bytes; packed, it has about a quarter of
                                         this size */
};

/* The lines of a file with counts: elements `first` to `end` - 1 of the array of AnalysisSourceLine, and the sum of
 * their metric. */
typedef struct {
  guint first, end;
  double metric;
} File;

static const AnalysisSourceLine *line_at(const GArray *lines, guint i) {
  return &g_array_index(lines, AnalysisSourceLine, i);
}

static gint compare_files(gconstpointer a, gconstpointer b) {
  const File *x = a, *y = b;
  if (x->metric != y->metric) return x->metric > y->metric ? -1 : 1;
  return x->first < y->first ? -1 : x->first > y->first;
}

/* Returns an array of File, the hottest file first. The caller frees the array. */
static GArray *files_of(const View *view, const GArray *lines) {
  GArray *files = g_array_new(FALSE, FALSE, sizeof(File));
  for (guint i = 0; i < lines->len; i++) {
    if (i == 0 || line_at(lines, i)->file != line_at(lines, i - 1)->file) {
      const File file = {.first = i};
      g_array_append_val(files, file);
    }
    File *last = &g_array_index(files, File, files->len - 1);
    last->end = i + 1;
    last->metric += (double)view_metric(view, &line_at(lines, i)->counts);
  }
  g_array_sort(files, compare_files);
  return files;
}

/* Writes the lines `from` to `to` of a source text. Returns their size in bytes. */
static size_t put_span(UiJson *json, const AnalysisSourceText *text, uint64_t from, uint64_t to) {
  size_t bytes = 0;
  ui_json_begin_object(json, NULL);
  ui_json_number(json, "line", from);
  ui_json_begin_array(json, "text");
  for (uint64_t i = from; i <= to; i++) {
    const char *line = analysis_source_text_line(text, i);
    if (line == NULL) break;
    bytes += strlen(line) + 1;
    ui_json_string(json, NULL, line);
  }
  ui_json_end_array(json);
  ui_json_end_object(json);
  return bytes;
}

/* Writes the spans of text around lines. The lines are sorted. If the contexts of neighbouring lines touch each other,
 * they form one span. */
static size_t put_spans(UiJson *json, const AnalysisSourceText *text, const GArray *lines, const File *file) {
  size_t bytes = 0;
  uint64_t from = 0, to = 0;
  ui_json_begin_array(json, "spans");
  for (guint i = file->first; i < file->end; i++) {
    const uint64_t line = line_at(lines, i)->line;
    if (line == 0 || line > text->lines->len) continue;
    const uint64_t before = line > CONTEXT ? line - CONTEXT : 1;
    if (to != 0 && before > to + 1) {
      bytes += put_span(json, text, from, to);
      from = 0;
    }
    if (from == 0) from = before;
    to = MIN(line + CONTEXT, text->lines->len);
  }
  if (from != 0) bytes += put_span(json, text, from, to);
  ui_json_end_array(json);
  return bytes;
}

static void put_sources(UiJson *json, const View *view, const char *source_path) {
  g_autoptr(GArray) lines = analysis_source_lines(view, NULL);
  g_autoptr(GArray) files = files_of(view, lines);
  size_t bytes = 0;
  ui_json_begin_array(json, "sources");
  for (guint i = 0; i < files->len; i++) {
    const File *file = &g_array_index(files, File, i);
    const uint32_t number = line_at(lines, file->first)->file;
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "file", number);
    if (bytes > TEXT_LIMIT) {
      ui_json_string(json, "problem", "only the hottest files have their text here: there is too much source");
    } else {
      AnalysisSourceText *text = analysis_source_text(view->profile, number, source_path);
      g_autofree char *problem = analysis_source_text_problem(view->profile, number, text);
      if (problem != NULL)
        ui_json_string(json, "problem", problem);
      else
        bytes += put_spans(json, text, lines, file);
      analysis_source_text_free(text);
    }
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_parts(UiJson *json, const AnalysisSharedLine *line) {
  ui_json_begin_array(json, "parts");
  for (guint i = 0; i < line->parts->len; i++) {
    const AnalysisSharedPart *part = &g_array_index(line->parts, AnalysisSharedPart, i);
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "offset", part->offset);
    ui_json_number(json, "size", part->size);
    ui_json_string(json, "name", part->name);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_shared(UiJson *json, const View *view, const NameTable *names) {
  const uint32_t n = MIN(view->profile->n_hot_lines, REPORT_FINDINGS_LINES);
  ui_json_begin_array(json, "shared");
  for (uint32_t i = 0; i < n; i++) {
    AnalysisSharedLine *line = analysis_shared_line(view, names, i);
    g_autofree char *remedy = analysis_shared_remedy(view, line);
    ui_json_begin_object(json, NULL);
    ui_json_number(json, "line", i);
    ui_json_string(json, "remedy", remedy != NULL && *remedy != '\0' ? remedy : NULL);
    put_parts(json, line);
    ui_json_end_object(json);
    analysis_shared_free(line);
  }
  ui_json_end_array(json);
}

static void put_or_null(UiJson *json, const char *key, uint32_t number) {
  if (number != ADVICE_NONE)
    ui_json_number(json, key, number);
  else
    ui_json_null(json, key);
}

/* Writes the number of a segment or bin that belongs to the item with this rank. */
static void put_member(UiJson *json, const char *key, const View *view, ViewAxisKind axis, uint32_t rank) {
  put_or_null(json, key, rank == ADVICE_NONE ? rank : g_array_index(view_item(view, axis, rank)->members, uint32_t, 0));
}

static void put_figures(UiJson *json, const Profile *profile, const GArray *figures) {
  ui_json_begin_array(json, "figures");
  for (guint i = 0; i < figures->len; i++) {
    const AdviceFigure *figure = &g_array_index(figures, AdviceFigure, i);
    g_autoptr(GString) text = g_string_new(NULL);
    advice_append_figure(text, profile, figure);
    ui_json_begin_object(json, NULL);
    ui_json_string(json, "what", figure->what);
    ui_json_string(json, "text", text->str);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_finding(UiJson *json, const View *view, const AdviceFinding *advice, const AdviceTried *tried) {
  g_autofree char *won = advice_tried_say(tried, advice);
  ui_json_begin_object(json, NULL);
  ui_json_string(json, "title", advice->rule->title);
  ui_json_string(json, "source", advice->rule->source);
  ui_json_number(json, "cycles", (uint64_t)(advice->cycles + 0.5));
  ui_json_boolean(json, "is_stall", advice->is_stall);
  put_member(json, "data", view, VIEW_DATA, advice->data);
  put_member(json, "code", view, VIEW_CODE, advice->code);
  put_or_null(json, "place", advice->place);
  put_or_null(json, "hot_line", advice->hot_line);
  ui_json_number(json, "gain", (uint64_t)(advice->gain + 0.5));
  if (advice->unbounded) ui_json_boolean(json, "unbounded", true);
  ui_json_string(json, "sure", advice_sure(advice->sure));
  ui_json_string(json, "why", advice->why != NULL ? advice->why : "");
  ui_json_string(json, "finding", advice->finding);
  ui_json_begin_array(json, "quotes");
  for (guint i = 0; i < advice->quotes->len; i++) ui_json_string(json, NULL, advice->quotes->pdata[i]);
  ui_json_end_array(json);
  ui_json_string(json, "remedy", advice->remedy);
  ui_json_string(json, "snippet", advice->snippet != NULL ? advice->snippet : "");
  ui_json_string(json, "tried", won != NULL ? won : "");
  put_figures(json, view->profile, advice->figures);
  ui_json_end_object(json);
}

static void put_advice(UiJson *json, const View *view, const NameTable *names, const char *source_path,
                       const AdviceTried *tried) {
  AdviceList *list = advice_make(view, names, NULL, source_path);
  advice_judge(list, view, NULL);
  ui_json_begin_object(json, "advice");
  ui_json_number(json, "explained", (uint64_t)(list->explained + 0.5));
  ui_json_number(json, "stall", (uint64_t)(list->stall + 0.5));
  ui_json_boolean(json, "little", list->little);
  ui_json_begin_array(json, "quality");
  for (guint i = 0; i < list->quality->len; i++) ui_json_string(json, NULL, list->quality->pdata[i]);
  ui_json_end_array(json);
  ui_json_number(json, "busy", (uint64_t)(list->busy + 0.5));
  ui_json_string(json, "more", list->more != NULL ? list->more : "");
  ui_json_begin_array(json, "findings");
  for (guint i = 0; i < list->findings->len; i++) put_finding(json, view, g_ptr_array_index(list->findings, i), tried);
  ui_json_end_array(json);
  ui_json_end_object(json);
  advice_list_free(list);
}

void report_findings_put(UiJson *json, const View *view, const NameTable *names, const char *source_path,
                         const AdviceTried *tried) {
  put_sources(json, view, source_path);
  put_shared(json, view, names);
  put_advice(json, view, names, source_path, tried);
}
