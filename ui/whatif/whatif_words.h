/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_words.h: fills the templates in whatif_suggestions.def for a finding: computes the values of the words in
 * capitals. */
#pragma once

#include "ui/advice/advice.h"
#include "ui/profile/profile_machine.h"
#include "ui/whatif/whatif_steps.h"

/* A finding for which changes are suggested. */
typedef struct {
  const View *view;
  const NameTable *names;
  const AdviceFinding *advice;
  const WhatifSteps *steps; /* strides in the trace; NULL: use the strides of the profile */
  uint32_t bin;             /* number of a bin in the profile: the data of the finding, or one of them */
  const NameBinType *type;  /* type of the data in `bin`; NULL: unknown */
  uint64_t line;            /* size of a D1 cache line in bytes */
  GArray *bins;             /* uint32_t: all data on which the finding's code stalls, sorted by decreasing stall */
} WhatifSubject;

/* Returns a template with the values of its words. `number` is the index of EACH in the subject's bins, from 1. Returns
 * NULL if a word has no value. The caller owns the text. */
char *whatif_words_fill(const WhatifSubject *subject, const char *pattern, guint number);

/* Returns whether the template is filled several times: once for each of the subject's bins except the first. */
bool whatif_words_repeat(const char *pattern);
