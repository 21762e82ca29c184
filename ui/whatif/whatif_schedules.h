/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_schedules.h: simulates a trace with other orders of its processors, to find how much stall depends on their
 * interleaving. */
#pragma once

#include "ui/whatif/whatif_vary.h"

/* Simulates a trace with tables once in its own order, and `n` times in other orders (whatif_order.h). The random seeds
 * are 1 to n. Applies the changes of `plans`, which can be empty. Uses the machine of the options `given`. Each part of
 * the result is the stall of one function on one data bin for one cause. Returns false and sets *error on failure. The
 * error is a G_OPTION_ERROR if a change is refused, an option is not valid, or only one processor has references. In
 * either case, the caller must call whatif_variation_clear(). */
bool whatif_schedules(WhatifVariation *variation, const EventsTraceFile *file, const WhatifPlans *plans,
                      char *const *given, uint32_t n, GError **error);
