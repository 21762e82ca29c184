/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_ways_back.h: skid back-trace: the instructions that a thread can have executed some instructions before a sample,
 * with probabilities: backwards along the control flow of functions, into callers by the calls of the sample, and
 * through called functions that have returned. */
#pragma once

#include "ui/attribute/ui_trained_code.h"

/* An active call. */
typedef struct UiWayCall {
  const struct UiWayCall *around; /* the next outer call; NULL: unknown */
  UiTrainedCode *code;            /* NULL: unknown */
  guint32 instruction;            /* instruction of `code` */
  UiSamplesFrame frame;           /* address of the call */
} UiWayCall;

/* An instruction from which a sample can have come. */
typedef struct {
  const UiTrainedCode *code;
  guint32 instruction;
  const UiWayCall *call; /* the active call, owned by the UiWaysBack; NULL: unknown */
  double p;
} UiWayBack;

typedef struct UiWaysBack UiWaysBack;

/* The input must outlive the result. The samples of the event determine the targets of computed calls. Free the result
 * with ui_ways_back_free(). */
UiWaysBack *ui_ways_back_new(const UiAttributeInput *input, guint32 event);
void ui_ways_back_free(UiWaysBack *ways);

/* The instructions (UiWayBack), one element for each pair of instruction and call, by the distribution of the skid. Empty:
 * the code is unknown. Paths end where the code is unknown. Owned by the caller. */
GArray *ui_ways_back_of(UiWaysBack *ways, const UiSample *sample);
