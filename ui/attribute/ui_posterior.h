/* ui_posterior.h: which instructions missed where samples skidded, given what an earlier run missed on, or, without
 * one, which instructions can miss.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ATTRIBUTE_POSTERIOR_H
#define UI_ATTRIBUTE_POSTERIOR_H

#include "ui/attribute/ui_ways_back.h"

typedef struct UiPosterior UiPosterior;

/* Of the samples of an event. The input must outlive it, and have a skid of instructions. Free it with
 * ui_posterior_free(); NULL is allowed there. */
UiPosterior *ui_posterior_new(const UiAttributeInput *input, guint32 event);
void ui_posterior_free(UiPosterior *posterior);

/* The instructions that may have missed where sample number `i` of all was taken, with probabilities that add up to 1.
 * GArray of UiWayBack, which belongs to the posterior. NULL: none of them missed in the earlier run, or can, or the
 * posterior is NULL. */
const GArray *ui_posterior_of(const UiPosterior *posterior, guint32 i);

/* Samples with the same frames are one stack: how many there are, 0 of no posterior; and of stack number `i` the same
 * instructions, and its samples. */
guint ui_posterior_stacks(const UiPosterior *posterior);
const GArray *ui_posterior_stack(const UiPosterior *posterior, guint i, double *samples);

#endif
