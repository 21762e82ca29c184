/* ui_candidates.h: where an event may have been that was seen at an address, and how likely: the line or instruction
 * itself, or with skid negation those before it, along the distribution: of lines with code in them, or of instructions
 * as control flows back (ui_uses_before()).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ATTRIBUTE_CANDIDATES_H
#define UI_ATTRIBUTE_CANDIDATES_H

#include "ui/attribute/ui_attribute_input.h"

typedef struct {
  const UiUsesFunction *function, *code; /* code: the same by machine code; NULL: not known, or a whole line is meant */
  unsigned line;
  guint64 address; /* 0: the whole line */
  double p;
} UiCandidate;

/* GArray of UiCandidate, owned by the caller. Empty: nothing is known of the address. */
GArray *ui_candidates(const UiAttributeInput *input, const UiSamplesFrame *frame);

#endif
