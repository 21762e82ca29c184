/* ui_advice_causes.h: why the processors wait in a trouble: which rule explains it. Only for the files of ui_advice*.c.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ANALYSIS_ADVICE_CAUSES_H
#define UI_ANALYSIS_ADVICE_CAUSES_H

#include "ui/analysis/ui_advice_code.h"

typedef struct {
  UiRule rule;
  UiSure sure;
  const char *why;         /* it is sure, or not: a clause behind "since" */
  double gain;             /* cycles that may be won at most */
  double words;            /* that are used for each miss, at most */
  UiAdviceFields fields;   /* that the code uses */
  UiAdviceElement element; /* of an array, as the code has it */
} UiCause;

/* Finds the cause of a trouble, and sets its rule and its `other`. The caller clears the cause with
 * ui_advice_cause_clear(). */
UiCause ui_advice_cause(const UiAdviceContext *context, UiTrouble *trouble);
void ui_advice_cause_clear(UiCause *cause);

#endif
