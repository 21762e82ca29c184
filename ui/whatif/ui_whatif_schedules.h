/* ui_whatif_schedules.h: a trace simulated with its processors in another order: what depends on how they happened to
 * interleave.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_WHATIF_SCHEDULES_H
#define UI_UI_WHATIF_SCHEDULES_H

#include "ui/whatif/ui_whatif_vary.h"

/* Simulates a trace with tables in its order, and `n` times in others (ui_whatif_order.h), all with the changes of
 * `plans`, or without any if they have none, on the machine of the options `given`; the order of time i comes from seed
 * i, from 1. Parts are causes of the stall of code on data. Returns false and sets *error, a G_OPTION_ERROR when a
 * change cannot be made, an option is wrong, or one processor alone has references. The caller ends with
 * ui_whatif_variation_clear() either way. */
bool ui_whatif_schedules(UiWhatifVariation *variation, const UiTraceFile *file, const UiWhatifPlans *plans,
                         char *const *given, uint32_t n, GError **error);

#endif
