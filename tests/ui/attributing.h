/* attributing.h: an attribution under test: samples that are made up, how they are attributed, and what came of it.
 *
 * Their code is that of fake_uses.h.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "ui/attribute/attr_attribute.h"

typedef struct {
  Samples *samples;
  AttrVariables *variables;
  AttrAttributeOptions options;
  AttrAttribution *result; /* of the last attributing_run(); NULL: none yet */
} attributing;

/* No samples yet, of an event with that period, and the options of the paper. Forgets all code. The caller ends it. */
attributing attributing_start(guint64 period);
void attributing_end(attributing *test);

/* Adds a sample that is `n` times the same: the address that was interrupted, and those of its `depth` - 1 calls. */
void attributing_sample(attributing *test, guint64 n, const guint64 *addresses, guint depth);

/* Attributes the samples by the options as they are. */
void attributing_run(attributing *test);

/* Returns the samples in all cells. */
double attributing_total(const attributing *test);

/* Returns whether a variable has as many samples, of all places. Says how many it has if not. */
bool attributing_has(const attributing *test, AttrVariableKind kind, const char *name, double samples);
