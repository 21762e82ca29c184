/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_attribute_input.h: the input of the attribution of samples. */
#pragma once

#include "ui/attribute/ui_method.h"
#include "ui/attribute/ui_reads.h"
#include "ui/attribute/ui_skid.h"
#include "ui/attribute/ui_training.h"
#include "ui/attribute/ui_variables.h"
#include "ui/samples/ui_samples.h"

typedef struct {
  unsigned steps; /* UiStep */
  UiReadsRules rules;
  const UiSkid *skid;         /* with UI_STEP_SKID */
  bool skid_of_instructions;  /* the skid is in instructions instead of lines; always with UI_STEP_INSTRUCTION */
  const UiTraining *training; /* with UI_STEP_TRAINED */
  bool calls;                 /* resolve parameters, and unknown code, through the calls of a sample */
  bool receivers;             /* name the unknown target of a pointer by the pointer */
} UiAttributeOptions;

typedef struct {
  const UiSamples *samples;
  UiUses *uses, *code; /* code: uses by machine code, for UI_STEP_INSTRUCTION */
  const UiAttributeOptions *options;
  UiVariables *variables; /* numbers of variables */
} UiAttributeInput;

/* The object of a frame. */
const UiSamplesObject *ui_attribute_object(const UiAttributeInput *input, const UiSamplesFrame *frame);

/* The innermost function at an address of that object, and its line. NULL: unknown; *line is 0 then. */
const UiUsesFunction *ui_attribute_function(const UiAttributeInput *input, const UiSamplesFrame *frame, guint64 address,
                                            unsigned *line);
