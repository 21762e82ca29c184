/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_cause.h: the cause of a trouble: the rule that explains it. Only for the files of ui_advice*.c. */
#pragma once

#include "ui/analysis/ui_advice_code.h"

typedef struct {
  UiRule rule;
  UiSure sure;
  const char *why;         /* of `sure`: a clause that follows "since" */
  double gain;             /* cycles that a change can save at most */
  double words;            /* words that are used for each miss, at most */
  UiAdviceFields fields;   /* that the code uses */
  UiAdviceElement element; /* of an array, as the code has it */
} UiCause;
