/* ui_sweep_engine.h: what simulates machines of a sweep: a family of them at once (coh_family.h), or one (coh_play.h).
 *
 * Engines have nothing in common, so that each may run on another thread.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_SWEEP_ENGINE_H
#define UI_UI_SWEEP_ENGINE_H

#include "coherence/coh_family.h"
#include "coherence/coh_play.h"
#include "ui/model/ui_counts.h"
#include "ui/replay/ui_sweep_plan.h"
#include "ui/replay/ui_sweep_steps.h"

typedef struct {
  UiCounts counts;            /* of all processors */
  uint64_t from[COH_SOURCES]; /* misses by where the line was found: coh_source */
  uint64_t cycles;            /* of the processor that took longest: its instructions, stalls and waiting */
} UiSweepResult;

typedef struct UiSweepEngine UiSweepEngine;

/* Makes the engines of all machines of a plan, those first that are likely to take longest. busy: how many processors
 * of the trace have events; wanted: how many engines there should be at least, for threads. The array frees them. */
GPtrArray *ui_sweep_engines(const UiSweepPlan *plan, unsigned busy, unsigned wanted);

void ui_sweep_engine_play(UiSweepEngine *engine, const UiSteps *steps);

/* Sets the results of the engine's machines; results: of all machines. */
void ui_sweep_engine_results(const UiSweepEngine *engine, const UiStepTotals *totals, UiSweepResult *results);

/* The same of a cell's misses; misses: on all machines. */
void ui_sweep_engine_cell(const UiSweepEngine *engine, uint32_t cell, coh_cell_misses *misses);

#endif
