/* SPDX-License-Identifier: GPL-2.0-or-later
 * phases.h: the phases of a run: intervals that execute the same code (Sherwood et al., "Automatically
 * characterizing large scale program behavior", ASPLOS 2002). */
#pragma once

#include "ui/base/ui_strip.h"
#include "ui/phases/phases_intervals.h"

typedef struct {
  unsigned representative; /* number of the interval nearest to its centre */
  unsigned intervals;
  uint64_t instructions; /* sum of its intervals */
} PhasesPhase;

typedef struct {
  const PhasesIntervals *run; /* owned by the caller of phases_find() */
  unsigned n;                 /* at least 1 */
  PhasesPhase *phases;        /* in the order of their first intervals */
  unsigned *phase_of;         /* by interval */
  unsigned n_stretches;       /* maximal sequences of intervals of one phase */
  UiStretch *stretches;       /* in the order of the run */
  unsigned tried;             /* numbers of phases that were tried: 1, 2, ... */
  double *bic;                /* phases_clusters_bic() for each of them */
} Phases;

/* Defaults: the limit of phases, and the seed. */
enum { PHASES_USUALLY = 30, PHASES_SEED = 1 };

/* Finds up to `most` phases: the smallest number whose criterion is at least lowest + 0.9 * (highest - lowest). The
 * result depends only on the arguments. The caller frees it with phases_free(). */
Phases *phases_find(const PhasesIntervals *run, unsigned most, uint64_t seed);

void phases_free(Phases *phases);
