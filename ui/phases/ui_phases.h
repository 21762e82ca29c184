/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_phases.h: the phases of a run: intervals that execute the same code (Sherwood et al., "Automatically
 * characterizing large scale program behavior", ASPLOS 2002). */
#pragma once

#include "ui/base/ui_strip.h"
#include "ui/phases/ui_intervals.h"

typedef struct {
  unsigned representative; /* number of the interval nearest to its centre */
  unsigned intervals;
  uint64_t instructions; /* sum of its intervals */
} UiPhase;

typedef struct {
  const UiIntervals *run; /* owned by the caller of ui_phases_find() */
  unsigned n;             /* at least 1 */
  UiPhase *phases;        /* in the order of their first intervals */
  unsigned *phase_of;     /* by interval */
  unsigned n_stretches;   /* maximal sequences of intervals of one phase */
  UiStretch *stretches;   /* in the order of the run */
  unsigned tried;         /* numbers of phases that were tried: 1, 2, ... */
  double *bic;            /* ui_clusters_bic() for each of them */
} UiPhases;

/* Defaults: the limit of phases, and the seed. */
enum { UI_PHASES_USUALLY = 30, UI_PHASES_SEED = 1 };

/* Finds up to `most` phases: the smallest number whose criterion is at least lowest + 0.9 * (highest - lowest). The
 * result depends only on the arguments. The caller frees it with ui_phases_free(). */
UiPhases *ui_phases_find(const UiIntervals *run, unsigned most, uint64_t seed);

void ui_phases_free(UiPhases *phases);
