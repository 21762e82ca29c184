/* ui_attribute.h: samples of events attributed to code and data: how many misses each line had on each variable.
 *
 * Rutar and Hollingsworth (2011), section 3.3, and steps beyond it: see docs/samples.md.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ATTRIBUTE_ATTRIBUTE_H
#define UI_ATTRIBUTE_ATTRIBUTE_H

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

/* A source line of a function. */
typedef struct {
  guint32 object;                 /* of the samples */
  const UiUsesFunction *function; /* NULL: not known */
  unsigned line;                  /* 0: unknown */
} UiAttributePlace;

typedef struct {
  guint32 place, variable; /* UI_VARIABLE_NONE: not attributed */
  double samples;
} UiAttributeCell;

/* They refer to the uses and variables that they were made with. */
typedef struct {
  GArray *places;  /* UiAttributePlace, in the order of the samples */
  GArray *cells;   /* UiAttributeCell, by place, then variable; together they have all samples of the event */
  guint64 samples; /* of the event */
  double attributed;
} UiAttribution;

/* Attributes the samples of one event. The work is done once for each address, but for what differs by call path.
 * `code`: uses by machine code, for UI_STEP_INSTRUCTION; it may be `uses`. */
UiAttribution *ui_attribute(const UiSamples *samples, guint32 event, UiUses *uses, UiUses *code,
                            const UiAttributeOptions *options, UiVariables *variables);
void ui_attribution_free(UiAttribution *attribution);

#endif
