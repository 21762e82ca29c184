/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_more.h: how to get to know what the profile does not tell. Only for the files of ui_advice*.c. */
#pragma once

#include "ui/analysis/ui_advice_find.h"

/* The command that runs the program again with the options that would make findings (UiAdvice *) surer, fit to print;
 * NULL: none would. Owned by the caller. */
char *ui_advice_more(const UiAdviceContext *context, const GPtrArray *findings);
