/* ui_sweep.h: many machines simulated in one pass over a trace, on all processors of the host.
 *
 * Machines are simulated for their counts alone: nothing is attributed. The counts are those of `memspy replay` with
 * the same options, whatever the number of threads.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_SWEEP_H
#define UI_UI_SWEEP_H

#include "ui/replay/ui_sweep_engine.h"

/* Simulates the machines of a plan on a trace, with n_threads threads (0: as many as the host has processors), and
 * shows how far it is (ui_progress.h). results: one for each machine. *instructions: of all processors. False: *error.
 */
bool ui_sweep(const UiTraceFile *trace, const UiSweepPlan *plan, unsigned n_threads, UiSweepResult *results,
              uint64_t *instructions, GError **error);

#endif
