/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_posterior.h: estimates the instructions that missed from samples with skid, given the misses of an earlier run,
 * or, without one, the instructions that can miss. */
#pragma once

#include "ui/attribute/ui_ways_back.h"

typedef struct UiPosterior UiPosterior;

/* Estimates for the samples of an event. The input must outlive the result, and have a skid of instructions. Free the
 * result with ui_posterior_free(), which accepts NULL. */
UiPosterior *ui_posterior_new(const UiAttributeInput *input, guint32 event);
void ui_posterior_free(UiPosterior *posterior);

/* The instructions that can have caused sample number `i`, with probabilities of sum 1 (UiWayBack), owned by the
 * posterior. NULL: none of them missed in the earlier run or can miss, or the posterior is NULL. */
const GArray *ui_posterior_of(const UiPosterior *posterior, guint32 i);

/* Samples with equal frames are one stack: the number of stacks, 0 for NULL; and the instructions of stack number `i`, as
 * above, with its samples. */
guint ui_posterior_stacks(const UiPosterior *posterior);
const GArray *ui_posterior_stack(const UiPosterior *posterior, guint i, double *samples);
