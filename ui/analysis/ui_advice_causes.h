/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_causes.h: finds the rule that explains a bottleneck. Only for the files of ui_advice*.c. */
#pragma once

#include "ui/analysis/ui_advice_rule_code.h"

/* Returns the cause of a bottleneck, and sets `rule` and `other` of the bottleneck. The caller clears the cause with
 * ui_advice_cause_clear(). */
UiCause ui_advice_cause(const UiAdviceContext *context, UiTrouble *trouble);
void ui_advice_cause_clear(UiCause *cause);

/* Returns the functions of a rule. */
const UiRuleCode *ui_advice_rule_code(UiRule rule);
