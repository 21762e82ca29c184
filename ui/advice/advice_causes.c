/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "ui/advice/advice_causes.h"

#include "ui/base/ui_text.h"

#define STALL(family, holds, text) ADVICE_FAMILY_##family, holds, text
#define PROGRAM ADVICE_FAMILIES, NULL, NULL
#define SNIPPET(snippet) snippet
#define NO_SNIPPET NULL

static const AdviceRuleCode codes[ADVICE_RULES] = {
#define RULE(symbol, id, title, when, source, remedy, cause, snippet, more) \
  [ADVICE_RULE_##symbol] = {cause, snippet, ADVICE_MORE_##more},
#include "ui/advice/advice_rules.def"
};

const AdviceRuleCode *advice_rule_code(AdviceRuleId rule) { return &codes[rule]; }

AdviceCause advice_cause(const AdviceContext *context, AdviceTrouble *trouble) {
  AdviceCause cause = {.rule = ADVICE_RULES};
  const uint64_t most = g_array_index(trouble->datas, AdviceTroublePart, 0).count;
  const AdviceLook look = {context,
                           trouble,
                           advice_data(context->groups, trouble->data),
                           advice_code(context->groups, trouble->code),
                           !trouble->by_code || (double)most > trouble->cycles * 3 / 4,
                           &cause};
  cause.words = ui_text_ratio((double)MAX(trouble->counts.reads, trouble->counts.writes),
                              (double)profile_counts_misses(&trouble->counts));
  cause.fields = advice_fields(context, trouble);
  cause.element = advice_element(context, trouble);
  for (AdviceRuleId rule = 0; cause.rule == ADVICE_RULES; rule++) /* the last rule of each family always holds */
    if (codes[rule].family == trouble->family && codes[rule].holds(&look)) cause.rule = rule;
  trouble->rule = cause.rule;
  return cause;
}

void advice_cause_clear(AdviceCause *cause) {
  advice_fields_clear(&cause->fields);
  advice_element_clear(&cause->element);
}
