/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_sampled_frequencies.h: estimates the edge frequencies of a function from the shape of its code and the
 * addresses of samples. */
#pragma once

#include "ui/attribute/attr_frequencies.h"

/* Estimates the frequencies, per call of the function. `samples` has the number of samples of each instruction. Free
 * the result with attr_frequencies_free(). */
AttrFrequencies *attr_sampled_frequencies_new(const UsesShape *shape, const double *samples);
