/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_causes.h: finds the rule that explains a trouble. Only for the files of ui_advice*.c. */
#pragma once

#include "ui/analysis/ui_advice_rule_code.h"

/* Finds the cause of a trouble, and sets the trouble's rule and `other`. The caller clears the cause with
 * ui_advice_cause_clear(). */
UiCause ui_advice_cause(const UiAdviceContext *context, UiTrouble *trouble);
void ui_advice_cause_clear(UiCause *cause);

/* The functions of a rule. */
const UiRuleCode *ui_advice_rule_code(UiRule rule);
