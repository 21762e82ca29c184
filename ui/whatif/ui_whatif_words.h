/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_whatif_words.h: the values of the words in capitals of ui_whatif_suggestions.def, for a finding. */
#pragma once

#include "ui/analysis/ui_advice.h"
#include "ui/model/ui_machine.h"
#include "ui/whatif/ui_whatif_steps.h"

/* A finding for which changes are suggested. */
typedef struct {
  const UiView *view;
  const UiNames *names;
  const UiAdvice *advice;
  const UiWhatifSteps *steps; /* NULL: use the strides of the profile */
  uint32_t bin;               /* the data of the finding, or one of them; a number of the profile */
  const UiBinType *type;      /* type of `bin`; NULL: unknown */
  uint64_t line;              /* bytes of a D1 line */
  GArray *bins;               /* uint32_t: all data of the finding's code, those with most stall first */
} UiWhatifSubject;

/* Replaces the words of a template by their values. number: index of EACH in the subject's bins, from 1. Returns NULL if
 * a word has no value. Owned by the caller. */
char *ui_whatif_words_fill(const UiWhatifSubject *subject, const char *pattern, guint number);

/* Whether a template is filled once for each of the bins other than the first. */
bool ui_whatif_words_repeat(const char *pattern);
