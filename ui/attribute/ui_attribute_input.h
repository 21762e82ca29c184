/* ui_attribute_input.h: what samples are attributed by.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ATTRIBUTE_ATTRIBUTE_INPUT_H
#define UI_ATTRIBUTE_ATTRIBUTE_INPUT_H

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
  bool skid_of_instructions;  /* its distances are instructions, not lines of code; so they are with UI_STEP_INSTRUCTION
                               */
  const UiTraining *training; /* with UI_STEP_TRAINED */
  bool calls;                 /* parameters are what the calls of a sample handed over; code of which nothing is known
                                 is its caller */
  bool receivers;             /* what a pointer points to, if that is not known, is a block called by the pointer */
} UiAttributeOptions;

typedef struct {
  const UiSamples *samples;
  UiUses *uses, *code; /* code: by machine code, for UI_STEP_INSTRUCTION */
  const UiAttributeOptions *options;
  UiVariables *variables; /* what variables are numbered in */
} UiAttributeInput;

/* The object that a frame is in. */
const UiSamplesObject *ui_attribute_object(const UiAttributeInput *input, const UiSamplesFrame *frame);

/* The function at an address of that object, innermost, and the line. NULL: not known, and the line is 0. */
const UiUsesFunction *ui_attribute_function(const UiAttributeInput *input, const UiSamplesFrame *frame, guint64 address,
                                            unsigned *line);

#endif
