/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_candidates.h: the possible origins of a sampled event, with probabilities. Without skid negation, the only
 * origin is the line or instruction of the sample. With skid negation, the lines with code before that line are also
 * origins, or the instructions before that instruction in the control flow (uses_before()). The distribution of the
 * skid gives the probabilities. */
#pragma once

#include "ui/attribute/attr_input.h"

typedef struct {
  const UsesFunction *function,
      *code; /* code: the function, as read from machine code; NULL: it is unknown, or the candidate is a whole line */
  unsigned line;
  guint64 address; /* 0: the whole line */
  double p;
} AttrCandidate;

/* Returns the candidates (AttrCandidate) of an address. The array is empty if the address is unknown. The caller owns
 * it. */
GArray *attr_candidates(const AttrInput *input, const SamplesFrame *frame);
