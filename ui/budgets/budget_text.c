/* SPDX-License-Identifier: GPL-2.0-or-later
 * budget_text.c: writes verdicts as text, with one line for each budget. If the budget is exceeded, advice follows. */
#include <string.h>

#include "ui/base/ui_text.h"
#include "ui/budgets/budget_report.h"
#include "ui/screens/screen_columns.h"

enum { INDENT = 13, DEEPER = 2 };

static void append_lines(GString *out, const char *lines) {
  g_auto(GStrv) each = g_strsplit(lines, "\n", -1);
  for (char **line = each; *line != NULL; line++) g_string_append_printf(out, "%*s%s\n", INDENT + DEEPER, "", *line);
}

/* Returns whether the finding was already printed, because it belongs to one of the first n results. */
static bool is_known(const GPtrArray *results, guint n, const BudgetFinding *finding) {
  for (guint i = 0; i < n; i++)
    if (g_strcmp0(((const BudgetResult *)g_ptr_array_index(results, i))->finding.finding, finding->finding) == 0)
      return true;
  return false;
}

static void append_finding(const Screen *screen, const BudgetFinding *finding, bool known, GString *out) {
  if (finding->place != NULL) {
    g_autofree char *place = g_strdup_printf("Most of it: %s", finding->place);
    ui_text_wrap(out, place, screen->width, INDENT);
  }
  if (finding->title == NULL) return;
  g_autofree char *words = g_strdup_printf("%s: %s", finding->title, known ? "as above." : finding->finding);
  ui_text_wrap(out, words, screen->width, INDENT);
  if (known) return;
  g_autofree char *remedy = g_strdup_printf("What to do: %s", finding->remedy);
  ui_text_wrap(out, remedy, screen->width, INDENT);
  if (finding->snippet != NULL) append_lines(out, finding->snippet);
}

static void append_result(const Screen *screen, const GPtrArray *results, guint n, GString *out) {
  static const ScreenInk inks[BUDGET_VERDICTS] = {[BUDGET_VERDICT_PASSED] = SCREEN_INK_PLAIN,
                                                  [BUDGET_VERDICT_EXCEEDED] = SCREEN_INK_HOT,
                                                  [BUDGET_VERDICT_UNKNOWN] = SCREEN_INK_WARM};
  const BudgetResult *result = g_ptr_array_index(results, n);
  const Budget *budget = result->budget;
  const char *verdict = budget_verdict_name(result->verdict);
  g_autofree char *name = budget->name != NULL ? ui_text_source(budget->name) : NULL;
  g_autofree char *text = ui_text_source(budget->text);
  screen_ink(screen, out, inks[result->verdict]);
  g_string_append(out, verdict);
  screen_ink(screen, out, SCREEN_INK_PLAIN);
  g_string_append_printf(out, "%*s%s%s%s", INDENT - (int)strlen(verdict), "", name != NULL ? name : "",
                         name != NULL ? ": " : "", text);
  if (result->known) {
    g_string_append(out, ": ");
    budget_append_amounts(out, result);
  }
  g_string_append_c(out, '\n');
  if (result->why != NULL) {
    g_autofree char *why = g_strdup_printf("line %u: %s", budget->line, result->why);
    ui_text_wrap(out, why, screen->width, INDENT);
  }
  append_finding(screen, &result->finding, is_known(results, n, &result->finding), out);
}

void budget_text(const Screen *screen, const BudgetReport *report, GString *out) {
  for (guint r = 0; r < report->runs->len; r++) {
    const BudgetRun *run = g_ptr_array_index(report->runs, r);
    g_autofree char *title = ui_text_escaped(run->title);
    screen_title(screen, out, title);
    for (guint i = 0; i < run->results->len; i++) append_result(screen, run->results, i, out);
    g_string_append_c(out, '\n');
  }
  budget_append_summary(out, report);
  g_string_append_c(out, '\n');
}
