/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_words.h: troubles in words and figures. Only for the files of ui_advice*.c. */
#pragma once

#include "ui/analysis/ui_advice_causes.h"

/* Puts a trouble of which the cause is known into words. The caller frees the advice with ui_advice_delete(). */
UiAdvice *ui_advice_explain(const UiAdviceContext *context, const UiTrouble *trouble, const UiCause *cause);
