/* ui_advice_words_rules.h: one function for each rule about what processors share: its finding in words. Only for the
 * files of ui_advice*.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ANALYSIS_ADVICE_WORDS_RULES_H
#define UI_ANALYSIS_ADVICE_WORDS_RULES_H

#include "ui/analysis/ui_advice_say.h"

void ui_explain_processors(const UiWords *words);
void ui_explain_false_sharing(const UiWords *words);
void ui_explain_synchronization(const UiWords *words);
void ui_explain_true_sharing(const UiWords *words);
void ui_explain_upgrades(const UiWords *words);
void ui_explain_remote(const UiWords *words);

#endif
