/* ui_ways_back.h: where a thread may have been some instructions before a sample, and how likely: back along the
 * control flow of functions, into callers by the calls of the sample, and through functions that were called and have
 * returned.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ATTRIBUTE_WAYS_BACK_H
#define UI_ATTRIBUTE_WAYS_BACK_H

#include "ui/attribute/ui_trained_code.h"

/* A call that was open. */
typedef struct UiWayCall {
  const struct UiWayCall *around; /* NULL: not known */
  UiTrainedCode *code;            /* NULL: not known */
  guint32 instruction;            /* of the code */
  UiSamplesFrame frame;           /* where it is */
} UiWayCall;

/* An instruction that a sample may have come from. */
typedef struct {
  const UiTrainedCode *code;
  guint32 instruction;
  const UiWayCall *call; /* that was open there; NULL: not known. It belongs to the UiWaysBack */
  double p;
} UiWayBack;

typedef struct UiWaysBack UiWaysBack;

/* The input must outlive it. Samples of the event tell which functions are called where the code
 * does not. Free it with ui_ways_back_free(). */
UiWaysBack *ui_ways_back_new(const UiAttributeInput *input, guint32 event);
void ui_ways_back_free(UiWaysBack *ways);

/* UiWayBack, each instruction once for each call that it was in, by the distribution of the skid; owned by the caller.
 * None: the code is not known. What is further back than is known is left out. */
GArray *ui_ways_back_of(UiWaysBack *ways, const UiSample *sample);

#endif
