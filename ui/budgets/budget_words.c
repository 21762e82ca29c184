/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/budgets/budget_words.h"

#include <stddef.h>

#include "ui/base/ui_help.h"
#include "ui/base/ui_nearest.h"

/* In the table, the rows of forms come first, followed by the rows of metrics in the order of ViewMetric. */
enum {
  FORMS = 0
#define FORM(form, text) +1
#include "ui/budgets/budget_words.def"
};

static const BudgetWord words[] = {
#define FORM(form, text) {.kind = BUDGET_WORD_FORM, .word = (form), .also = "", .meaning = (text)},
#define METRIC(symbol, text) \
  [FORMS + VIEW_METRIC_##    \
      symbol] = {.kind = BUDGET_WORD_AMOUNT, .value = VIEW_METRIC_##symbol, .also = "", .meaning = (text)},
#define AMOUNT(symbol, written, text)                                  \
  [FORMS + BUDGET_AMOUNT_##symbol] = {.kind = BUDGET_WORD_AMOUNT,      \
                                      .value = BUDGET_AMOUNT_##symbol, \
                                      .word = (written),               \
                                      .also = "",                      \
                                      .meaning = (text)},
#define CAUSE(symbol, other, one, two, text) \
  {.kind = BUDGET_WORD_CAUSE,                \
   .value = VIEW_METRIC_##symbol,            \
   .also = (other),                          \
   .meaning = (text),                        \
   .first = offsetof(AnalysisStall, one),    \
   .second = offsetof(AnalysisStall, two)},
#define RELATION(symbol, written, text) \
  {.kind = BUDGET_WORD_RELATION, .value = BUDGET_RELATION_##symbol, .word = (written), .also = "", .meaning = (text)},
#define UNIT(symbol, written, factor, text) \
  {.kind = BUDGET_WORD_UNIT,                \
   .value = BUDGET_UNIT_##symbol,           \
   .word = (written),                       \
   .also = "",                              \
   .meaning = (text),                       \
   .times = (factor)},
#include "ui/budgets/budget_words.def"
};

static const char *const headings[] = {
    [BUDGET_WORD_FORM] = "Lines, amounts and limits are written so:",
    [BUDGET_WORD_AMOUNT] = "METRIC, with - or a space between words, is one of:",
    [BUDGET_WORD_CAUSE] = "CAUSE is one of:",
    [BUDGET_WORD_RELATION] = "RELATION is one of:",
    [BUDGET_WORD_UNIT] = "UNIT is one of:",
};

const BudgetWord *budget_word(unsigned index) { return index < G_N_ELEMENTS(words) ? &words[index] : NULL; }

const char *budget_word_text(const BudgetWord *word) {
  return word->word != NULL ? word->word : view_metric_key((ViewMetric)word->value);
}

const BudgetWord *budget_word_find(BudgetWordKind kind, const char *text) {
  if (*text == '\0') return NULL;
  for (unsigned i = 0; i < G_N_ELEMENTS(words); i++)
    if (words[i].kind == kind &&
        (g_ascii_strcasecmp(budget_word_text(&words[i]), text) == 0 || g_ascii_strcasecmp(words[i].also, text) == 0))
      return &words[i];
  return NULL;
}

const BudgetWord *budget_word_of(BudgetWordKind kind, int value) {
  for (unsigned i = 0; i < G_N_ELEMENTS(words); i++)
    if (words[i].kind == kind && words[i].value == value) return &words[i];
  return NULL;
}

char *budget_words_allowed(BudgetWordKind kind) {
  GString *text = g_string_new(NULL);
  const BudgetWord *last = NULL;
  for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
    if (words[i].kind != kind) continue;
    if (last != NULL) g_string_append_printf(text, "%s%s", text->len > 0 ? ", " : "", budget_word_text(last));
    last = &words[i];
  }
  if (last != NULL) g_string_append_printf(text, " or %s", budget_word_text(last));
  return g_string_free(text, FALSE);
}

const char *budget_words_nearest(BudgetWordKind kind, const char *text) {
  UiNearest nearest;
  ui_nearest_start(&nearest, text);
  for (unsigned i = 0; i < G_N_ELEMENTS(words); i++)
    if (words[i].kind == kind) ui_nearest_offer(&nearest, budget_word_text(&words[i]));
  return ui_nearest_take(&nearest);
}

double budget_word_stall(const BudgetWord *cause, const AnalysisStall *stall) {
  const char *base = (const char *)stall;
  const double value = *(const double *)(base + cause->first);
  return cause->first == cause->second ? value : value + *(const double *)(base + cause->second);
}

void budget_words_print(FILE *file) {
  g_autoptr(GString) out = g_string_new(NULL);
  for (unsigned i = 0; i < G_N_ELEMENTS(words); i++) {
    if (i == 0 || words[i].kind != words[i - 1].kind)
      g_string_append_printf(out, "%s%s\n", i == 0 ? "" : "\n", headings[words[i].kind]);
    const char *text = budget_word_text(&words[i]);
    g_autofree char *both = *words[i].also == '\0' ? g_strdup(text) : g_strdup_printf("%s, %s", text, words[i].also);
    if (words[i].kind == BUDGET_WORD_FORM)
      g_string_append_printf(out, "  %s\n      %s\n", both, words[i].meaning);
    else
      g_string_append_printf(out, "  %-19s  %s\n", both, words[i].meaning);
  }
  ui_help_print(out->str, file);
}
