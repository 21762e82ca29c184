/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_access.h: samples of a counter that reports the accessed data: their variables and counts are exact, not
 * estimated from code. */
#pragma once

#include "ui/attribute/attr_input.h"
#include "ui/profile/profile_of_samples.h"

/* Returns the variable of data of the samples; ATTR_VARIABLE_NONE: unknown. */
guint32 attr_access_variable(const AttrInput *input, guint32 data);

/* Returns which counts the accesses of an event give. */
ProfileDetail attr_access_detail(const Samples *samples, guint32 event);

/* Adds the counts of a group of samples to `counts`, an array by coh_count. */
void attr_access_add_counts(const Samples *samples, const SamplesSample *sample, ProfileDetail detail, guint64 *counts);
