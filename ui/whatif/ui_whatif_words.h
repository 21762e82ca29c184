/* ui_whatif_words.h: what the words in capitals of ui_whatif_suggestions.def stand for, of one finding.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_WHATIF_WORDS_H
#define UI_UI_WHATIF_WORDS_H

#include "ui/analysis/ui_advice.h"
#include "ui/model/ui_machine.h"
#include "ui/whatif/ui_whatif_steps.h"

/* What a change is suggested for. */
typedef struct {
  const UiView *view;
  const UiNames *names;
  const UiAdvice *advice;
  const UiWhatifSteps *steps; /* NULL: the profile's spreads have to do */
  uint32_t bin;               /* number of the profile: the data of the finding, or one of them */
  const UiBinType *type;      /* of that bin; NULL: unknown */
  uint64_t line;              /* bytes */
  GArray *bins;               /* uint32_t: all data of the finding's code, those with the most stall first */
} UiWhatifSubject;

/* A template with values in place of its words; NULL: one of them has none. `number` is that of EACH among the
 * subject's bins, from 1 on. Owned by the caller. */
char *ui_whatif_words_fill(const UiWhatifSubject *subject, const char *pattern, guint number);

/* Whether a template is to be filled for each of the bins but the first. */
bool ui_whatif_words_repeat(const char *pattern);

#endif
