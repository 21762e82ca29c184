/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_cause.h: the cause of a bottleneck, which is the rule that explains the bottleneck. Only the files of
 * ui/advice use this header. */
#pragma once

#include "ui/advice/advice_code.h"
#include "ui/advice/advice_element.h"
#include "ui/advice/advice_passes.h"

typedef struct {
  AdviceRuleId rule;
  AdviceSure sure;
  const char *why;      /* reason for `sure`, a clause that is printed after the word "since" */
  double gain;          /* upper bound of the cycles that a change saves */
  bool unbounded;       /* there is no bound: `gain` only determines the order of findings */
  double words;         /* upper bound of the words used per miss, for references of at most a word, on the source lines
                       with most of the latency and on lines that use the same elements */
  ProfileCounts counts; /* sum of the counts of these lines */
  bool unseen;          /* there is no source of the code, so that its references can be those of vectors */
  bool temporaries;     /* the code sets the memory of temporary arrays */
  bool searched;        /* a search by comparisons goes from element to element */
  bool looked_up;       /* scattered elements: each call of a function computes which element it uses */
  bool predicted; /* comparisons of elements select the next elements, so that a processor must predict the results */
  bool again;     /* scattered elements: the code uses much of each line, but fetches each line many times */
  bool dealt_out; /* false sharing: loops distribute the elements of a large array among the processors */
  bool few_rows;  /* the innermost loop goes across few rows, and the cache is large enough for their lines */
  uint64_t row;   /* size in bytes of a row of the array, if a column maps to few cache sets; 0: unknown */
  AdvicePasses passes;   /* streaming: the loops that go through the data */
  AdviceFields fields;   /* the fields that the code uses */
  AdviceElement element; /* the array element in the source line */
} AdviceCause;
