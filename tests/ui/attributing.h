/* attributing.h: an attribution under test: invented samples, the options of the attribution, and its result.
 *
 * The code of the samples is that of fake_uses.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "ui/attribute/attr_attribute.h"

typedef struct {
  Samples *samples;
  AttrVariables *variables;
  AttrOptions options;
  AttrAttribution *result; /* the result of the last attributing_run(); NULL: none yet */
} attributing;

/* Starts a test without samples, for an event with that period, with the options of the paper. Removes all code of
 * fake_uses.h. The caller ends the test. */
attributing attributing_start(guint64 period);
void attributing_end(attributing *test);

/* Adds `n` equal samples: the interrupted address, followed by the addresses of its `depth` - 1 calls. */
void attributing_sample(attributing *test, guint64 n, const guint64 *addresses, guint depth);

/* Attributes the samples with the current options. */
void attributing_run(attributing *test);

/* Returns the sum of the samples in all cells. */
double attributing_total(const attributing *test);

/* Returns whether a variable has `samples` samples, summed over all places. If not, prints the number that it has. */
bool attributing_has(const attributing *test, AttrVariableKind kind, const char *name, double samples);
