/* ui_advice_snippets.h: what to change, as program text in the program's own names. Only for the files of ui_advice*.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ANALYSIS_ADVICE_SNIPPETS_H
#define UI_ANALYSIS_ADVICE_SNIPPETS_H

#include "ui/analysis/ui_advice_causes.h"

/* Program text, in lines without an end, for the trouble; NULL: the names for it are not known, or none helps.
 * Not yet fit to print. Owned by the caller. */
char *ui_advice_snippet(const UiAdviceContext *context, const UiTrouble *trouble, const UiCause *cause);

#endif
