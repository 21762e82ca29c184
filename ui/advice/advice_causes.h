/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_causes.h: finds the rule of advice that explains a bottleneck. Only the files of ui/advice use this header. */
#pragma once

#include "ui/advice/advice_rule_code.h"

/* Returns the cause of a bottleneck. Also sets `rule` and `other` of the bottleneck. The caller clears the cause with
 * advice_cause_clear(). */
AdviceCause advice_cause(const AdviceContext *context, AdviceTrouble *trouble);
void advice_cause_clear(AdviceCause *cause);

/* Finds the loops that go through the data of a streaming bottleneck, and sets the gain and the certainty that follow
 * from them. Call after advice_trouble_wait(). */
void advice_cause_loops(const AdviceContext *context, const AdviceTrouble *trouble, AdviceCause *cause);

/* Returns the functions that implement a rule. */
const AdviceRuleCode *advice_rule_code(AdviceRuleId rule);
