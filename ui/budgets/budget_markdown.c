/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_markdown.c: writes verdicts as Markdown, with one table for each run, and one section for each exceeded
 * budget. */
#include <string.h>

#include "ui/base/ui_text.h"
#include "ui/budgets/budget_report.h"

/* Appends text in which all characters with a meaning in Markdown are escaped. */
static void append_plain(GString *out, const char *text) {
  for (; *text != '\0'; text++) {
    if (strchr("\\`*_{}[]<>()#+-!|~&", *text) != NULL) g_string_append_c(out, '\\');
    g_string_append_c(out, *text == '\t' ? ' ' : *text);
  }
}

static void append_row(GString *out, const BudgetResult *result) {
  const Budget *budget = result->budget;
  g_string_append(out, "| ");
  g_string_append(out, result->verdict == BUDGET_VERDICT_PASSED ? "" : "**");
  g_string_append(out, budget_verdict_name(result->verdict));
  g_string_append(out, result->verdict == BUDGET_VERDICT_PASSED ? " | " : "** | ");
  if (budget->name != NULL) {
    append_plain(out, budget->name);
    g_string_append(out, ": ");
  }
  append_plain(out, budget->text);
  g_string_append(out, " | ");
  g_autoptr(GString) amounts = g_string_new(NULL);
  if (result->known) budget_append_amounts(amounts, result);
  append_plain(out, amounts->str);
  if (result->why != NULL) {
    if (result->known) g_string_append(out, "; ");
    append_plain(out, result->why);
  }
  g_string_append_printf(out, " | %u |\n", budget->line);
}

static void append_paragraph(GString *out, const char *head, const char *text) {
  if (text == NULL || *text == '\0') return;
  g_string_append_printf(out, "%s", head);
  append_plain(out, text);
  g_string_append(out, "\n\n");
}

static void append_finding(GString *out, const BudgetResult *result) {
  const BudgetFinding *finding = &result->finding;
  if (finding->place == NULL && finding->title == NULL) return;
  append_paragraph(out, "#### ", result->budget->name != NULL ? result->budget->name : result->budget->text);
  append_paragraph(out, "Most of it: ", finding->place);
  if (finding->title == NULL) return;
  g_string_append_printf(out, "**%s.** ", finding->title);
  append_paragraph(out, "", finding->finding);
  append_paragraph(out, "What to do: ", finding->remedy);
  if (finding->snippet == NULL) return;
  g_auto(GStrv) lines = g_strsplit(finding->snippet, "\n", -1);
  for (char **line = lines; *line != NULL; line++) g_string_append_printf(out, "    %s\n", *line);
  g_string_append_c(out, '\n');
}

void budget_markdown(const Screen *screen, const BudgetReport *report, GString *out) {
  (void)screen;
  g_string_append(out, "## memspy check: ");
  budget_append_summary(out, report);
  g_string_append(out, "\n\n");
  for (guint r = 0; r < report->runs->len; r++) {
    const BudgetRun *run = g_ptr_array_index(report->runs, r);
    g_autofree char *title = ui_text_escaped_utf8(run->title);
    append_paragraph(out, "### ", title);
    g_string_append(out, "| verdict | budget | value | line |\n|---|---|---|---|\n");
    for (guint i = 0; i < run->results->len; i++) append_row(out, g_ptr_array_index(run->results, i));
    g_string_append_c(out, '\n');
    for (guint i = 0; i < run->results->len; i++) append_finding(out, g_ptr_array_index(run->results, i));
  }
}
