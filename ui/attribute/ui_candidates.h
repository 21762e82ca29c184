/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_candidates.h: the possible origins of a sampled event, with probabilities: the line or instruction of the sample,
 * or, with skid negation, the lines with code before it, or the instructions before it in the control flow
 * (ui_uses_before()), by the distribution of the skid. */
#pragma once

#include "ui/attribute/ui_attribute_input.h"

typedef struct {
  const UiUsesFunction *function, *code; /* code: the function by machine code; NULL: unknown, or a whole line */
  unsigned line;
  guint64 address; /* 0: the whole line */
  double p;
} UiCandidate;

/* The candidates (UiCandidate); empty: the address is unknown. Owned by the caller. */
GArray *ui_candidates(const UiAttributeInput *input, const UiSamplesFrame *frame);
