/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_of_samples.h: profiles that are made of samples of events, without simulation (ui/attribute/ makes them).
 *
 * A cell has an estimate of its events, which all stand as read misses of unknown cause; nothing else is known of it:
 * no hits, causes, stall, or what served the misses. So these count as 0 in UiCounts, and whatever shows them asks
 * first. */
#ifndef UI_MODEL_OF_SAMPLES_H
#define UI_MODEL_OF_SAMPLES_H

#include "ui/base/ui_json.h"
#include "ui/model/ui_metric.h"
#include "ui/model/ui_profile.h"

/* Whether the profile knows a counter (0 .. UI_COUNTS - 1), and a metric. Profiles of simulations know all. */
bool ui_of_samples_knows(const UiProfile *profile, unsigned counter);
bool ui_of_samples_knows_metric(const UiProfile *profile, UiMetric metric);

/* Writes all counters as members of an object: null, where the profile does not know one. */
void ui_of_samples_put_counts(UiJson *json, const UiProfile *profile, const UiCounts *counts);

/* The same of the totals, with instructions and cycles. */
void ui_of_samples_put_totals(UiJson *json, const UiProfile *profile);

/* How many processors the profile tells anything of. */
uint32_t ui_of_samples_processors(const UiProfile *profile);

/* The counts of a cell, a processor or the totals that has so many events. */
UiCounts ui_of_samples_counts(uint64_t events);

/* Events that a sample counts for. */
uint64_t ui_of_samples_period(const UiProfile *profile);

/* What is wrong with a profile made of samples whose records are all there, besides what is of every profile. NULL:
 * nothing; else owned by the caller. */
char *ui_of_samples_check(const UiProfile *profile);

/* Gives a profile made of samples, which is not sealed yet, one batch that has all of each cell: what intervals are
 * worked out from (ui_estimate.h). */
void ui_of_samples_complete(UiProfile *profile);

#endif
