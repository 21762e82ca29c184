/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_junit.c: writes verdicts as JUnit XML, which code forges can show. Each run is a test suite, and each budget a
 * test case. An exceeded budget is a failure, and an unknown verdict is an error. docs/check-junit.xsd is the schema of
 * the document. */
#include "ui/base/ui_text.h"
#include "ui/budgets/budget_report.h"

/* Appends text, escaped as XML 1.0 requires. */
static void append_text(GString *out, const char *text) {
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  for (const char *at = valid; *at != '\0'; at = g_utf8_next_char(at)) {
    const gunichar c = g_utf8_get_char(at);
    const bool allowed = c == '\t' || c == '\n' || (c >= 0x20 && c != 0x7f && c != 0xfffe && c != 0xffff);
    if (!allowed)
      g_string_append(out, "\ufffd");
    else if (c == '&')
      g_string_append(out, "&amp;");
    else if (c == '<')
      g_string_append(out, "&lt;");
    else if (c == '>')
      g_string_append(out, "&gt;");
    else if (c == '"')
      g_string_append(out, "&quot;");
    else
      g_string_append_unichar(out, c);
  }
}

static void append_attribute(GString *out, const char *name, const char *value) {
  g_string_append_printf(out, " %s=\"", name);
  append_text(out, value);
  g_string_append_c(out, '"');
}

/* Appends the texts of the finding about an exceeded budget. */
static void append_words(GString *out, const BudgetFinding *finding) {
  const char *const parts[][2] = {{"Most of it: ", finding->place},
                                  {"", finding->finding},
                                  {"What to do: ", finding->remedy},
                                  {"", finding->snippet}};
  for (unsigned i = 0; i < G_N_ELEMENTS(parts); i++) {
    if (parts[i][1] == NULL) continue;
    append_text(out, parts[i][0]);
    append_text(out, parts[i][1]);
    g_string_append_c(out, '\n');
  }
}

/* Appends the element for the failure or the error of a test case. */
static void append_fault(GString *out, const BudgetResult *result) {
  const bool exceeded = result->verdict == BUDGET_VERDICT_EXCEEDED;
  g_autoptr(GString) message = g_string_new(NULL);
  g_string_append_printf(message, "%s: ", result->budget->text);
  if (result->known) budget_append_amounts(message, result);
  if (result->why != NULL) g_string_append_printf(message, "%s%s", result->known ? "; " : "", result->why);
  g_string_append_printf(out, "      <%s", exceeded ? "failure" : "error");
  append_attribute(out, "type",
                   exceeded && result->finding.rule != NULL ? result->finding.rule
                                                            : budget_verdict_name(result->verdict));
  append_attribute(out, "message", message->str);
  g_string_append_c(out, '>');
  append_words(out, &result->finding);
  g_string_append_printf(out, "</%s>\n", exceeded ? "failure" : "error");
}

static void append_case(GString *out, const BudgetReport *report, const BudgetResult *result) {
  const Budget *budget = result->budget;
  g_autofree char *line = g_strdup_printf("%u", budget->line);
  g_autofree char *file = ui_text_escaped_utf8(report->file->path);
  g_string_append(out, "    <testcase");
  append_attribute(out, "name", budget->name != NULL ? budget->name : budget->text);
  append_attribute(out, "classname", file);
  append_attribute(out, "file", file);
  append_attribute(out, "line", line);
  if (result->verdict == BUDGET_VERDICT_PASSED) {
    g_string_append(out, "/>\n");
    return;
  }
  g_string_append(out, ">\n");
  append_fault(out, result);
  g_string_append(out, "    </testcase>\n");
}

/* Appends the numbers of tests, failures and errors as attributes of a test suite. */
static void append_numbers(GString *out, guint all, guint exceeded, guint unknown) {
  g_string_append_printf(out, " tests=\"%u\" failures=\"%u\" errors=\"%u\">\n", all, exceeded, unknown);
}

void budget_junit(const Screen *screen, const BudgetReport *report, GString *out) {
  (void)screen;
  g_string_append(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"memspy check\"");
  append_numbers(out, report->runs->len * report->file->budgets->len,
                 budget_report_count(report, BUDGET_VERDICT_EXCEEDED),
                 budget_report_count(report, BUDGET_VERDICT_UNKNOWN));
  for (guint r = 0; r < report->runs->len; r++) {
    const BudgetRun *run = g_ptr_array_index(report->runs, r);
    g_autofree char *title = ui_text_escaped_utf8(run->title);
    g_string_append(out, "  <testsuite");
    append_attribute(out, "name", title);
    append_numbers(out, run->results->len, budget_run_count(run, BUDGET_VERDICT_EXCEEDED),
                   budget_run_count(run, BUDGET_VERDICT_UNKNOWN));
    for (guint i = 0; i < run->results->len; i++) append_case(out, report, g_ptr_array_index(run->results, i));
    g_string_append(out, "  </testsuite>\n");
  }
  g_string_append(out, "</testsuites>\n");
}
