/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_sarif.c: writes findings as results of a static analysis, in the SARIF format of OASIS. The section numbers
 * are those of the specification of SARIF 2.1.0. */
#include <string.h>

#include "ui/advice/advice_formats.h"
#include "ui/base/ui_json.h"
#include "ui/base/ui_text.h"

static void put_message(UiJson *json, const char *key, const char *text) {
  ui_json_begin_object(json, key);
  ui_json_string(json, "text", text);
  ui_json_end_object(json);
}

static void put_rules(UiJson *json) {
  ui_json_begin_array(json, "rules");
  for (const AdviceRule *rule = advice_rules(); rule->id != NULL; rule++) {
    ui_json_begin_object(json, NULL);
    ui_json_string(json, "id", rule->id);
    put_message(json, "shortDescription", rule->title);
    put_message(json, "fullDescription", rule->when);
    if (*rule->remedy != '\0') put_message(json, "help", rule->remedy);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
}

static void put_tool(UiJson *json) {
  ui_json_begin_object(json, "tool");
  ui_json_begin_object(json, "driver");
  ui_json_string(json, "name", "MemSpy");
  ui_json_string(json, "version", VERSION);
  put_rules(json);
  ui_json_end_object(json);
  ui_json_end_object(json);
}

/* Writes an artifact location (3.4), which is a relative reference or an absolute URI. */
static void put_artifact(UiJson *json, const char *path) {
  g_autofree char *shown = advice_format_path(path), *escaped = g_uri_escape_string(shown, "/", FALSE);
  g_autofree char *uri = g_strconcat(*shown == '/' ? "file://" : "", escaped, NULL);
  ui_json_begin_object(json, "artifactLocation");
  ui_json_string(json, "uri", uri);
  ui_json_end_object(json);
}

static void put_function(UiJson *json, const char *function) {
  if (function == NULL) return;
  ui_json_begin_array(json, "logicalLocations");
  ui_json_begin_object(json, NULL);
  ui_json_string(json, "fullyQualifiedName", function);
  ui_json_string(json, "kind", "function");
  ui_json_end_object(json);
  ui_json_end_array(json);
}

/* Writes a location (3.28). `line` is NULL if only the function is known. */
static void put_location(UiJson *json, const Profile *profile, const AdviceLine *line, const char *function) {
  ui_json_begin_object(json, NULL);
  if (line != NULL) {
    ui_json_begin_object(json, "physicalLocation");
    put_artifact(json, profile->files[line->file].path);
    ui_json_begin_object(json, "region");
    ui_json_number(json, "startLine", line->line);
    ui_json_end_object(json);
    ui_json_end_object(json);
  }
  put_function(json, function);
  ui_json_end_object(json);
}

/* Writes the hottest source line as the location (3.27.12), and the other ones as related locations (3.27.22). */
static void put_locations(UiJson *json, const AdviceReport *report, const AdviceFinding *advice) {
  const Profile *profile = report->view->profile;
  g_autofree char *function = advice_format_item(report->view, VIEW_CODE, advice->code);
  const AdviceLine *lines = (const AdviceLine *)advice->lines->data;
  const guint n = advice->lines->len;
  ui_json_begin_array(json, "locations");
  if (n != 0 || function != NULL) put_location(json, profile, n != 0 ? &lines[0] : NULL, function);
  ui_json_end_array(json);
  if (n < 2) return;
  ui_json_begin_array(json, "relatedLocations");
  for (guint i = 1; i < n; i++) put_location(json, profile, &lines[i], NULL);
  ui_json_end_array(json);
}

static void put_result(UiJson *json, const AdviceReport *report, const AdviceFinding *advice) {
  const double of_stall = advice->is_stall ? 100 * ui_text_ratio(advice->cycles, report->list->stall) : 0;
  g_autofree char *message = advice_format_message(advice);
  g_autofree char *about = advice->about != NULL ? ui_text_unescaped(advice->about) : g_strdup("");
  ui_json_begin_object(json, NULL);
  ui_json_string(json, "ruleId", advice->rule->id);
  ui_json_number(json, "ruleIndex", (uint64_t)(advice->rule - advice_rules()));
  ui_json_string(json, "level", advice->gain > 0 ? "warning" : "note");
  put_message(json, "message", message);
  put_locations(json, report, advice);
  ui_json_decimal(json, "rank", MIN(of_stall, 100), 1);
  ui_json_begin_object(json, "partialFingerprints"); /* section 3.27.17 of SARIF: the fingerprint identifies the same
                                                        finding in other runs */
  ui_json_string(json, "memspy/about/v1", about);
  ui_json_end_object(json);
  ui_json_begin_object(json, "properties");
  ui_json_number(json, "cycles", (uint64_t)advice->cycles);
  if (!advice->unbounded) advice_format_gain(json, "gainAtMost", "gainAtMostOfTime", advice, report->list);
  ui_json_string(json, "sure", advice_sure(advice->sure));
  ui_json_end_object(json);
  ui_json_end_object(json);
}

/* Writes the limits of the findings as notifications of the run (3.20.21). */
static void put_invocation(UiJson *json, const AdviceReport *report) {
  ui_json_begin_array(json, "invocations");
  ui_json_begin_object(json, NULL);
  ui_json_boolean(json, "executionSuccessful", true);
  ui_json_begin_array(json, "toolExecutionNotifications");
  for (guint i = 0; i < report->list->quality->len; i++) {
    g_autofree char *sentence = ui_text_unescaped(report->list->quality->pdata[i]);
    ui_json_begin_object(json, NULL);
    ui_json_string(json, "level", "note");
    put_message(json, "message", sentence);
    ui_json_end_object(json);
  }
  ui_json_end_array(json);
  ui_json_end_object(json);
  ui_json_end_array(json);
}

void advice_write_sarif(const AdviceReport *report, FILE *file) {
  UiJson json;
  ui_json_start(&json, file);
  ui_json_begin_object(&json, NULL);
  ui_json_string(&json, "$schema", "https://json.schemastore.org/sarif-2.1.0.json");
  ui_json_string(&json, "version", "2.1.0");
  ui_json_begin_array(&json, "runs");
  ui_json_begin_object(&json, NULL);
  put_tool(&json);
  put_invocation(&json, report);
  ui_json_string(&json, "columnKind", "utf16CodeUnits");
  ui_json_begin_array(&json, "results");
  for (guint i = 0; i < report->list->findings->len; i++) put_result(&json, report, report->list->findings->pdata[i]);
  ui_json_end_array(&json);
  ui_json_end_object(&json);
  ui_json_end_array(&json);
  ui_json_end_object(&json);
}
