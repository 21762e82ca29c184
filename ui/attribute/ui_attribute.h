/* ui_attribute.h: samples of events attributed to code and data: how many misses each line had on each variable.
 *
 * Rutar and Hollingsworth (2011), section 3.3, and steps beyond it: see docs/samples.md.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ATTRIBUTE_ATTRIBUTE_H
#define UI_ATTRIBUTE_ATTRIBUTE_H

#include "ui/attribute/ui_attribute_input.h"

/* A source line of a function. */
typedef struct {
  guint32 object;                 /* of the samples */
  const UiUsesFunction *function; /* NULL: not known */
  const char *symbol;             /* of such a one; "": unknown, or the function is known */
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
