/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/analysis/ui_advice_rules.h"

#include "ui/base/ui_text.h"

static const UiAdviceRule rules[UI_RULES + 1] = {
#define RULE(symbol, id, title, when, source, remedy, cause, snippet, more) \
  [UI_RULE_##symbol] = {id, title, when, source, remedy},
#include "ui/analysis/ui_advice_rules.def"
    [UI_RULES] = {NULL, NULL, NULL, NULL, NULL},
};

const UiAdviceRule *ui_advice_rules(void) { return rules; }

void ui_advice_figure(GArray *figures, const char *what, double value, UiFigureUnit unit) {
  const UiFigure figure = {g_strdup(what), value, unit};
  g_array_append_val(figures, figure);
}

static void figure_clear(gpointer figure) { g_free(((UiFigure *)figure)->what); }

UiAdvice *ui_advice_new(UiRule rule, double cycles) {
  UiAdvice *advice = g_new0(UiAdvice, 1);
  advice->rule = &rules[rule];
  advice->cycles = cycles;
  advice->half = advice->half_share = UI_ESTIMATE_UNKNOWN;
  advice->is_stall = true;
  advice->data = advice->other = advice->code = advice->place = advice->hot_line = UI_ADVICE_NONE;
  advice->figures = g_array_new(FALSE, FALSE, sizeof(UiFigure));
  g_array_set_clear_func(advice->figures, figure_clear);
  advice->quotes = g_ptr_array_new_with_free_func(g_free);
  return advice;
}

void ui_advice_delete(UiAdvice *advice) {
  g_free(advice->finding);
  g_free(advice->remedy);
  g_free(advice->snippet);
  g_free(advice->about);
  g_free(advice->used);
  g_ptr_array_unref(advice->quotes);
  g_array_free(advice->figures, TRUE);
  g_free(advice);
}

const char *ui_advice_sure(UiSure sure) {
  static const char *const words[] = {[UI_SURE] = "sure", [UI_LIKELY] = "likely", [UI_POSSIBLE] = "possible"};
  return words[sure];
}

void ui_advice_append_figure(GString *out, const UiProfile *profile, const UiFigure *figure) {
  switch (figure->unit) {
    case UI_FIGURE_PERCENT: g_string_append_printf(out, "%.1f%%", figure->value); break;
    case UI_FIGURE_RATIO: g_string_append_printf(out, "%.1f", figure->value); break;
    case UI_FIGURE_BYTES: ui_text_append_bytes(out, (uint64_t)figure->value); break;
    default: ui_estimate_append(out, profile, figure->value); break;
  }
}
