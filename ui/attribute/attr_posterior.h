/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_posterior.h: estimates the instructions that missed from samples with skid, given the misses of an earlier run,
 * or, without one, the instructions that can miss. */
#pragma once

#include "ui/attribute/attr_skid_backtrace.h"

typedef struct AttrPosterior AttrPosterior;

/* Makes the estimate for the samples of an event. The input must outlive the result, and its skid must be in
 * instructions. Free the result with attr_posterior_free(), which accepts NULL. */
AttrPosterior *attr_posterior_new(const AttrInput *input, guint32 event);
void attr_posterior_free(AttrPosterior *posterior);

/* Returns the instructions that can have caused sample number `i`, with probabilities of sum 1 (AttrSkidOrigin), owned
 * by the posterior. NULL: none of these instructions missed in the earlier run (or can miss), or the posterior is
 * NULL. */
const GArray *attr_posterior_of(const AttrPosterior *posterior, guint32 i);

/* A stack is all samples with equal frames. attr_posterior_stacks() returns the number of stacks; 0 for NULL. The
 * second function returns the instructions of stack number `i`, as attr_posterior_of(), and its samples. */
guint attr_posterior_stacks(const AttrPosterior *posterior);
const GArray *attr_posterior_stack(const AttrPosterior *posterior, guint i, double *samples);
