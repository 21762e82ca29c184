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
  double gain;           /* cycles that a change saves at most */
  bool unbounded;        /* the saving is not known: `gain` is only good for the order of findings */
  double words;          /* upper bound of the words used per miss, if no reference is longer than a word */
  bool again;            /* scattered elements: the code uses much of each line, but fetches lines again and again */
  bool dealt_out;        /* false sharing: loops deal out the elements of a large array to the processors */
  bool few_rows;         /* the innermost loop goes across few rows, whose lines the cache could hold */
  uint64_t row;          /* bytes of a row of the array whose columns fall into few sets; 0: unknown */
  AdviceFields fields;   /* the fields that the code uses */
  AdviceElement element; /* the array element in the source line */
} AdviceCause;
