/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_more.h: finds the run options that make findings surer. Only for the files of ui_advice*.c. */
#pragma once

#include "ui/analysis/ui_advice_find.h"

/* Returns the command that repeats the run with the options that make the findings (UiAdvice *) surer, escaped for
 * printing; NULL: no option would. Owned by the caller. */
char *ui_advice_more(const UiAdviceContext *context, const GPtrArray *findings);
