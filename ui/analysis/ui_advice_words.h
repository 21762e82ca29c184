/* ui_advice_words.h: troubles in words and figures. Only for the files of ui_advice*.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_ADVICE_WORDS_H
#define UI_UI_ADVICE_WORDS_H

#include "ui/analysis/ui_advice_find.h"

/* Puts a trouble into words. Owned by the caller. */
UiAdvice *ui_advice_explain(const UiAdviceContext *context, const UiTrouble *trouble);

#endif
