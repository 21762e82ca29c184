/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_schedules.h: simulates a trace with other orders of its processors, to find the stall that depends on their
 * interleaving. */
#pragma once

#include "ui/whatif/whatif_vary.h"

/* Simulates a trace with tables in its order, and `n` times in other orders (whatif_order.h) with the seeds 1 to n,
 * with the changes of `plans`, which can be empty, on the machine of the options `given`. Parts are causes of the
 * stall of code on data. Returns false and sets *error, a G_OPTION_ERROR if a change is refused, an option is
 * invalid, or only one processor has references. The caller calls whatif_variation_clear() in either case. */
bool whatif_schedules(WhatifVariation *variation, const EventsTraceFile *file, const WhatifPlans *plans,
                      char *const *given, uint32_t n, GError **error);
