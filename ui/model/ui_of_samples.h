/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_of_samples.h: profiles made of samples of events, without simulation (ui/attribute/ makes them).
 *
 * A cell has an estimate of its events, all stored as read misses of unknown cause; nothing else is known: no hits,
 * causes, stall, or servers of misses. These are 0 in UiCounts, so code that shows them calls ui_of_samples_knows()
 * first. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/model/ui_metric.h"
#include "ui/model/ui_profile.h"

/* Return whether the profile has a counter (0 .. UI_COUNTS - 1), or a metric. Profiles of simulations have all. */
bool ui_of_samples_knows(const UiProfile *profile, unsigned counter);
bool ui_of_samples_knows_metric(const UiProfile *profile, UiMetric metric);

/* Writes all counters as members of an object: null for a missing one. */
void ui_of_samples_put_counts(UiJson *json, const UiProfile *profile, const UiCounts *counts);

/* As ui_of_samples_put_counts(), for the totals, with instructions and cycles. */
void ui_of_samples_put_totals(UiJson *json, const UiProfile *profile);

/* Returns the number of processors with counts. */
uint32_t ui_of_samples_processors(const UiProfile *profile);

/* Returns the counts of a cell, a processor or the totals with that number of events. */
UiCounts ui_of_samples_counts(uint64_t events);

/* Returns the events that a sample represents. */
uint64_t ui_of_samples_period(const UiProfile *profile);

/* Checks the identities that only profiles made of samples obey, after the last record. Returns NULL, or a message,
 * owned by the caller. */
char *ui_of_samples_check(const UiProfile *profile);

/* Gives a profile made of samples, which is not sealed yet, one batch with all counts of each cell: the basis of
 * intervals (ui_estimate.h). */
void ui_of_samples_complete(UiProfile *profile);
