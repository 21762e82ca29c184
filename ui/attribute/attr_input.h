/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_input.h: the input of the attribution of samples. */
#pragma once

#include "ui/attribute/attr_method.h"
#include "ui/attribute/attr_reads.h"
#include "ui/attribute/attr_skid.h"
#include "ui/attribute/attr_training.h"
#include "ui/attribute/attr_variables.h"
#include "ui/samples/samples.h"

typedef struct {
  unsigned steps; /* set of AttrStep */
  AttrReadsRules rules;
  const AttrSkid *skid;         /* used with ATTR_STEP_SKID */
  bool skid_of_instructions;    /* whether the skid is counted in instructions, not in lines; always true with
                                   ATTR_STEP_INSTRUCTION */
  const AttrTraining *training; /* used with ATTR_STEP_TRAINED */
  bool calls;                   /* whether to resolve parameters and unknown code by the calls of a sample */
  bool receivers;               /* whether to name the target of a pointer after the pointer, if the target is
                                   unknown */
} AttrOptions;

typedef struct {
  const Samples *samples;
  Uses *uses, *code; /* code: the uses by machine code, for ATTR_STEP_INSTRUCTION */
  const AttrOptions *options;
  AttrVariables *variables; /* the variables, with their numbers */
  double period;            /* mean period of the samples, in events; at least 1 */
} AttrInput;

/* Returns the object of a frame. */
const SamplesObject *attr_object(const AttrInput *input, const SamplesFrame *frame);

/* Returns the innermost function at an address in the frame's object, and sets *line to the source line in this
 * function. If the function is unknown, returns NULL and sets *line to 0. */
const UsesFunction *attr_function(const AttrInput *input, const SamplesFrame *frame, guint64 address, unsigned *line);
