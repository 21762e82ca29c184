/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/advice/advice_rules.h"

#include "ui/base/ui_text.h"

static const AdviceRule rules[ADVICE_RULES + 1] = {
#define RULE(symbol, id, title, when, source, remedy, cause, snippet, more) \
  [ADVICE_RULE_##symbol] = {id, title, when, source, remedy},
#include "ui/advice/advice_rules.def"
    [ADVICE_RULES] = {NULL, NULL, NULL, NULL, NULL},
};

const AdviceRule *advice_rules(void) { return rules; }

void advice_figure(GArray *figures, const char *what, double value, AdviceFigureUnit unit) {
  const AdviceFigure figure = {g_strdup(what), value, unit};
  g_array_append_val(figures, figure);
}

static void figure_clear(gpointer figure) { g_free(((AdviceFigure *)figure)->what); }

AdviceFinding *advice_finding_new(AdviceRuleId rule, double cycles) {
  AdviceFinding *advice = g_new0(AdviceFinding, 1);
  advice->rule = &rules[rule];
  advice->cycles = cycles;
  advice->half = advice->half_share = VIEW_ESTIMATE_UNKNOWN;
  advice->is_stall = true;
  advice->data = advice->other = advice->code = advice->place = advice->hot_line = ADVICE_NONE;
  advice->figures = g_array_new(FALSE, FALSE, sizeof(AdviceFigure));
  g_array_set_clear_func(advice->figures, figure_clear);
  advice->quotes = g_ptr_array_new_with_free_func(g_free);
  advice->lines = g_array_new(FALSE, FALSE, sizeof(AdviceLine));
  return advice;
}

void advice_finding_free(AdviceFinding *advice) {
  g_free(advice->finding);
  g_free(advice->remedy);
  g_free(advice->snippet);
  g_free(advice->about);
  g_free(advice->used);
  g_ptr_array_unref(advice->quotes);
  g_array_unref(advice->lines);
  g_array_free(advice->figures, TRUE);
  g_free(advice);
}

const char *advice_sure(AdviceSure sure) {
  static const char *const words[] =
      {[ADVICE_SURE] = "sure", [ADVICE_LIKELY] = "likely", [ADVICE_POSSIBLE] = "possible"};
  return words[sure];
}

void advice_append_figure(GString *out, const Profile *profile, const AdviceFigure *figure) {
  switch (figure->unit) {
    case ADVICE_FIGURE_PERCENT: g_string_append_printf(out, "%.1f%%", figure->value); break;
    case ADVICE_FIGURE_RATIO: g_string_append_printf(out, "%.1f", figure->value); break;
    case ADVICE_FIGURE_BYTES: ui_text_append_bytes(out, (uint64_t)figure->value); break;
    default: view_estimate_append(out, profile, figure->value); break;
  }
}
