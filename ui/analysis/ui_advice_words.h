/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_words.h: bottlenecks as findings, with text and figures. Only for the files of ui_advice*.c. */
#pragma once

#include "ui/analysis/ui_advice_causes.h"

/* Returns the finding for a bottleneck and its cause. The caller frees it with ui_advice_delete(). */
UiAdvice *ui_advice_explain(const UiAdviceContext *context, const UiTrouble *trouble, const UiCause *cause);
