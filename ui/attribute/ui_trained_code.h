/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_trained_code.h: a function's machine code with the executions, misses and edge frequencies of an earlier run;
 * without one, with estimates from the code. */
#pragma once

#include "ui/attribute/ui_attribute_input.h"
#include "ui/attribute/ui_frequencies.h"

/* An instruction. */
typedef struct {
  double times;   /* executions in the earlier run; without one, per call of its function */
  double rate;    /* misses per execution; without an earlier run, relative to other instructions */
  GArray *missed; /* UiTrained, with misses of sum `rate`; empty without an earlier run */
  bool ran;       /* its line ran in the earlier run; the executions of others are estimated from edges */
} UiTrainedInstruction;

typedef struct {
  guint32 object; /* object number of the samples */
  const UiShape *shape;
  UiTrainedInstruction *instructions; /* by instruction of the shape */
  UiFrequencies *frequencies;
} UiTrainedCode;

/* Makes the code of a shape in an object of the samples. samples: by instruction, the number of samples. Free the result
 * with ui_trained_code_free(). */
UiTrainedCode *ui_trained_code_new(const UiAttributeInput *input, guint32 object, const UiShape *shape,
                                   const double *samples);
void ui_trained_code_free(UiTrainedCode *code);
