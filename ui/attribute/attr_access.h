/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_access.h: samples of a counter that reports the address of the accessed data. The variables and counts of such
 * samples are exact. They are not estimated from code. */
#pragma once

#include "ui/attribute/attr_input.h"
#include "ui/profile/profile_of_samples.h"

/* Returns the variable to which the data of the samples belong, or ATTR_VARIABLE_NONE if it is unknown. */
guint32 attr_access_variable(const AttrInput *input, guint32 data);

/* Returns which counts the sampled accesses of an event provide. */
ProfileDetail attr_access_detail(const Samples *samples, guint32 event);

/* Removes samples of an event whose source of data is unknown, if the event also has samples with a known source. A
 * sample with an unknown source is possibly no reference, or a hit. Returns the number of removed samples. */
guint64 attr_access_remove_unknown(Samples *samples, guint32 event);

/* Adds the counts of a group of samples to `counts`, an array indexed by coh_count. */
void attr_access_add_counts(const Samples *samples, const SamplesSample *sample, ProfileDetail detail, guint64 *counts);
