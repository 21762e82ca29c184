/* SPDX-License-Identifier: GPL-2.0-or-later
 * whatif_schedules.h: simulates a trace with other orders of its processors, to find how much stall depends on their
 * interleaving. */
#pragma once

#include "ui/whatif/whatif_vary.h"

/* Simulates a trace with tables once in its own order, and `n` times in other orders (whatif_order.h). The random seeds
 * are 1 to n. The changes of `plans`, which can be empty, are applied. The machine is that of the options `given`. The
 * parts of the result are causes of the stall of code on data. Returns false and sets *error on failure. The error is a
 * G_OPTION_ERROR if a change is refused, an option is not valid, or only one processor has references. In either case,
 * the caller must call whatif_variation_clear(). */
bool whatif_schedules(WhatifVariation *variation, const EventsTraceFile *file, const WhatifPlans *plans,
                      char *const *given, uint32_t n, GError **error);
