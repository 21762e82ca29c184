/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_attribute.h: attributes samples of events to code and data: estimates the misses of each line on each variable.
 *
 * Rutar and Hollingsworth (2011), section 3.3, and steps beyond it: see docs/samples.md. */
#pragma once

#include "ui/attribute/ui_attribute_input.h"

/* A source line of a function. */
typedef struct {
  guint32 object;                 /* object number of the samples */
  const UiUsesFunction *function; /* NULL: unknown */
  const char *symbol;             /* symbol, if the function is unknown; "": unknown */
  unsigned line;                  /* 0: unknown */
} UiAttributePlace;

typedef struct {
  guint32 place, variable; /* UI_VARIABLE_NONE: not attributed */
  double samples;
} UiAttributeCell;

/* The result. It refers to the uses and variables of ui_attribute(). */
typedef struct {
  GArray *places;  /* UiAttributePlace, in the order of the samples */
  GArray *cells;   /* UiAttributeCell, sorted by place, then variable; their sum is all samples of the event */
  guint64 samples; /* samples of the event */
  double attributed;
} UiAttribution;

/* Attributes the samples of one event. Each address is analysed once, except for what depends on the call path. code:
 * uses by machine code, for UI_STEP_INSTRUCTION; can be equal to `uses`. */
UiAttribution *ui_attribute(const UiSamples *samples, guint32 event, UiUses *uses, UiUses *code,
                            const UiAttributeOptions *options, UiVariables *variables);
void ui_attribution_free(UiAttribution *attribution);
