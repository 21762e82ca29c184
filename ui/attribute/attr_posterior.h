/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_posterior.h: estimates, from samples with skid, the instructions that missed. It uses the misses of an earlier
 * run. Without an earlier run, it uses the instructions that can miss. */
#pragma once

#include "ui/attribute/attr_skid_backtrace.h"

typedef struct AttrPosterior AttrPosterior;

/* Makes the estimate for the samples of an event. The input must outlive the result, and its skid must be in
 * instructions. Free the result with attr_posterior_free(), which accepts NULL. */
AttrPosterior *attr_posterior_new(const AttrInput *input, guint32 event);
void attr_posterior_free(AttrPosterior *posterior);

/* Returns the instructions that can have caused sample number `i` (AttrSkidOrigin). The sum of their probabilities is
 * 1. The posterior owns the array. Returns NULL if the posterior is NULL, or if none of these instructions missed in
 * the earlier run. Without an earlier run, returns NULL if none of them can miss. */
const GArray *attr_posterior_of(const AttrPosterior *posterior, guint32 i);

/* A stack consists of all samples with equal frames. attr_posterior_stacks() returns the number of stacks, or 0 for
 * NULL. The second function returns the instructions of stack number `i`, as attr_posterior_of() does, and sets the
 * stack's number of samples. */
guint attr_posterior_stacks(const AttrPosterior *posterior);
const GArray *attr_posterior_stack(const AttrPosterior *posterior, guint i, double *samples);
