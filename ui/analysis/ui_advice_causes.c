/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/analysis/ui_advice_causes.h"

#include "ui/base/ui_text.h"

#define STALL(family, holds, text) UI_FAMILY_##family, holds, text
#define PROGRAM UI_FAMILIES, NULL, NULL
#define SNIPPET(snippet) snippet
#define NO_SNIPPET NULL

static const UiRuleCode codes[UI_RULES] = {
#define RULE(symbol, id, title, when, source, remedy, cause, snippet, more) \
  [UI_RULE_##symbol] = {cause, snippet, UI_MORE_##more},
#include "ui/analysis/ui_advice_rules.def"
};

const UiRuleCode *ui_advice_rule_code(UiRule rule) { return &codes[rule]; }

UiCause ui_advice_cause(const UiAdviceContext *context, UiTrouble *trouble) {
  UiCause cause = {.rule = UI_RULES};
  const uint64_t most = g_array_index(trouble->datas, UiTroublePart, 0).count;
  const UiLook look = {context,
                       trouble,
                       ui_advice_data(context->groups, trouble->data),
                       ui_advice_code(context->groups, trouble->code),
                       !trouble->by_code || (double)most > trouble->cycles * 3 / 4,
                       &cause};
  cause.words = ui_text_ratio((double)MAX(trouble->counts.reads, trouble->counts.writes),
                              (double)ui_counts_misses(&trouble->counts));
  cause.fields = ui_advice_fields(context, trouble);
  cause.element = ui_advice_element(context, trouble);
  for (UiRule rule = 0; cause.rule == UI_RULES; rule++) /* the last rule of each family holds always */
    if (codes[rule].family == trouble->family && codes[rule].holds(&look)) cause.rule = rule;
  trouble->rule = cause.rule;
  return cause;
}

void ui_advice_cause_clear(UiCause *cause) {
  ui_advice_fields_clear(&cause->fields);
  ui_advice_element_clear(&cause->element);
}
