/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_cause.h: the cause of a bottleneck, which is the rule that explains the bottleneck. Only the files of
 * ui/advice use this header. */
#pragma once

#include "ui/advice/advice_code.h"
#include "ui/advice/advice_element.h"

typedef struct {
  AdviceRuleId rule;
  AdviceSure sure;
  const char *why;       /* reason for `sure`: a clause that follows "since" */
  double gain;           /* upper limit of the cycles that a change of the program saves */
  double words;          /* upper bound of the words used per miss: the larger one of loads per miss and stores per
                            miss */
  uint64_t row;          /* size of a row in bytes, for an array whose columns fall into few cache sets; 0: unknown */
  AdviceFields fields;   /* the fields of the data that the code uses */
  AdviceElement element; /* the array element in the source lines of the bottleneck */
} AdviceCause;
