/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_advice_cause.h: the cause of a bottleneck: the rule that explains it. Only for the files of ui_advice*.c. */
#pragma once

#include "ui/analysis/ui_advice_code.h"

typedef struct {
  UiRule rule;
  UiSure sure;
  const char *why;         /* reason for `sure`: a clause that follows "since" */
  double gain;             /* cycles that a change saves at most */
  double words;            /* words used per miss, at most: the larger of loads and stores, per miss */
  UiAdviceFields fields;   /* those that the code uses */
  UiAdviceElement element; /* the array element in the source line */
} UiCause;
