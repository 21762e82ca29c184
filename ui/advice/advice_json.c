/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_json.c: writes findings as JSON. docs/advice.schema.json describes the format. */
#include "ui/advice/advice_formats.h"
#include "ui/base/ui_json.h"
#include "ui/base/ui_text.h"

enum { VERSION_OF_SCHEMA = 1 };

static void put_text(UiJson *json, const char *key, const char *escaped) {
  g_autofree char *text = escaped != NULL ? ui_text_unescaped(escaped) : NULL;
  ui_json_string(json, key, text);
}

static void put_lines(UiJson *json, const Profile *profile, const AdviceFinding *advice) {
  ui_json_begin_array(json, "lines");
  for (guint i = 0; i < advice->lines->len; i++) {
    const AdviceLine *line = &g_array_index(advice->lines, AdviceLine, i);
    ui_json_begin_object(json, NULL);
    ui_json_string(json, "file", profile->files[line->file].path);
    ui_json_number(json, "line", line->line);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_figures(UiJson *json, const AdviceFinding *advice) {
  static const char *const units[] = {[ADVICE_FIGURE_COUNT] = "count",
                                      [ADVICE_FIGURE_PERCENT] = "percent",
                                      [ADVICE_FIGURE_BYTES] = "bytes",
                                      [ADVICE_FIGURE_CYCLES] = "cycles",
                                      [ADVICE_FIGURE_RATIO] = "ratio"};
  ui_json_begin_array(json, "figures");
  for (guint i = 0; i < advice->figures->len; i++) {
    const AdviceFigure *figure = &g_array_index(advice->figures, AdviceFigure, i);
    ui_json_begin_object(json, NULL);
    put_text(json, "what", figure->what);
    ui_json_decimal(json, "value", figure->value, 3);
    ui_json_string(json, "unit", units[figure->unit]);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_items(UiJson *json, const View *view, const AdviceFinding *advice) {
  g_autofree char *data = advice_format_item(view, VIEW_DATA, advice->data);
  g_autofree char *other = advice_format_item(view, VIEW_DATA, advice->other);
  g_autofree char *code = advice_format_item(view, VIEW_CODE, advice->code);
  ui_json_string(json, "data", data);
  ui_json_string(json, "other_data", other);
  ui_json_string(json, "code", code);
}

static void put_finding(UiJson *json, const AdviceReport *report, const AdviceFinding *advice) {
  const AdviceList *list = report->list;
  ui_json_begin_object(json, NULL);
  ui_json_string(json, "rule", advice->rule->id);
  ui_json_string(json, "title", advice->rule->title);
  ui_json_boolean(json, "stall", advice->is_stall);
  ui_json_number(json, "cycles", (uint64_t)advice->cycles);
  if (advice->half >= 0)
    ui_json_number(json, "plus_minus", (uint64_t)advice->half);
  else
    ui_json_null(json, "plus_minus");
  ui_json_decimal(json, "of_stall", advice->is_stall ? 100 * ui_text_ratio(advice->cycles, list->stall) : 0, 1);
  advice_format_gain(json, "gain", "gain_of_time", advice, list);
  ui_json_string(json, "sure", advice_sure(advice->sure));
  put_text(json, "why", advice->why);
  put_items(json, report->view, advice);
  put_lines(json, report->view->profile, advice);
  put_text(json, "finding", advice->finding);
  put_text(json, "remedy", advice->remedy);
  put_text(json, "snippet", advice->snippet);
  put_figures(json, advice);
  ui_json_end_object(json);
}

void advice_write_json(const AdviceReport *report, FILE *file) {
  const AdviceList *list = report->list;
  UiJson json;
  ui_json_start(&json, file);
  ui_json_begin_object(&json, NULL);
  ui_json_number(&json, "version", VERSION_OF_SCHEMA);
  ui_json_strings(&json, "command", report->view->profile->command);
  ui_json_number(&json, "stall", (uint64_t)list->stall);
  ui_json_number(&json, "busy", (uint64_t)list->busy);
  ui_json_number(&json, "explained", (uint64_t)list->explained);
  ui_json_begin_array(&json, "quality");
  for (guint i = 0; i < list->quality->len; i++) put_text(&json, NULL, list->quality->pdata[i]);
  ui_json_end_array(&json);
  put_text(&json, "more", list->more);
  ui_json_begin_array(&json, "findings");
  for (guint i = 0; i < list->findings->len; i++) put_finding(&json, report, list->findings->pdata[i]);
  ui_json_end_array(&json);
  ui_json_end_object(&json);
}
