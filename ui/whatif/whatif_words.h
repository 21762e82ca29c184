/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_words.h: the values of the words in capitals of whatif_suggestions.def, for a finding. */
#pragma once

#include "ui/advice/advice.h"
#include "ui/profile/profile_machine.h"
#include "ui/whatif/whatif_steps.h"

/* A finding for which changes are suggested. */
typedef struct {
  const View *view;
  const NameTable *names;
  const AdviceFinding *advice;
  const WhatifSteps *steps; /* NULL: use the strides of the profile */
  uint32_t bin;             /* the data of the finding, or one of them; a number of the profile */
  const NameBinType *type;  /* type of `bin`; NULL: unknown */
  uint64_t line;            /* bytes of a D1 line */
  GArray *bins;             /* uint32_t: all data of the finding's code, those with most stall first */
} WhatifSubject;

/* Replaces the words of a template by their values. number: index of EACH in the subject's bins, from 1. Returns NULL
 * if a word has no value. Owned by the caller. */
char *whatif_words_fill(const WhatifSubject *subject, const char *pattern, guint number);

/* Returns whether a template is filled once for each of the bins other than the first. */
bool whatif_words_repeat(const char *pattern);
