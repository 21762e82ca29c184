/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_trained_code.h: the machine code of a function, with the numbers of executions and misses and the edge
 * frequencies from an earlier run. Without an earlier run, these numbers are estimates from the code. */
#pragma once

#include "ui/attribute/attr_frequencies.h"
#include "ui/attribute/attr_input.h"

/* An instruction. */
typedef struct {
  double times;   /* number of executions in the earlier run; without an earlier run, number of executions per call of
                     the function */
  double rate;    /* misses per execution; without an earlier run, relative to other instructions */
  GArray *missed; /* array of AttrTrained, whose misses sum to `rate`; empty without an earlier run */
  bool ran;       /* whether the line of the instruction ran in the earlier run; if not, `times` is an estimate from the
                     edges */
} AttrTrainedInstruction;

typedef struct {
  guint32 object; /* object number of the samples */
  const UsesShape *shape;
  AttrTrainedInstruction *instructions; /* indexed by instruction of the shape */
  AttrFrequencies *frequencies;
} AttrTrainedCode;

/* Makes the code of a function from its shape. `object` is the number of the function's object in the samples.
 * `samples` has the number of samples of each instruction. Free the result with attr_trained_code_free(). */
AttrTrainedCode *attr_trained_code_new(const AttrInput *input, guint32 object, const UsesShape *shape,
                                       const double *samples);
void attr_trained_code_free(AttrTrainedCode *code);
