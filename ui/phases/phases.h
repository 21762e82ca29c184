/* SPDX-License-Identifier: GPL-2.0-or-later
 * phases.h: finds the phases of a program's execution: intervals that execute the same code (Sherwood et al.,
 * "Automatically characterizing large scale program behavior", ASPLOS 2002). */
#pragma once

#include "ui/base/ui_strip.h"
#include "ui/phases/phases_intervals.h"

typedef struct {
  unsigned representative; /* number of the interval that is nearest to the centre of the phase */
  unsigned intervals;
  uint64_t instructions; /* number of instructions of all its intervals */
} PhasesPhase;

typedef struct {
  const PhasesIntervals *run; /* intervals of the program, which the caller of phases_find() owns */
  unsigned n;                 /* at least 1 */
  PhasesPhase *phases;        /* all phases, in the order of their first intervals */
  unsigned *phase_of;         /* indexed by interval */
  unsigned n_stretches;       /* maximal sequences of consecutive intervals of the same phase */
  UiStretch *stretches;       /* in the order of execution */
  unsigned tried;             /* numbers of phases for which a clustering was tried: 1, 2, ... up to this */
  double *bic;                /* phases_clusters_bic() of each of the tried clusterings */
} Phases;

/* Defaults: the maximum number of phases, and the seed of random numbers. */
enum { PHASES_USUALLY = 30, PHASES_SEED = 1 };

/* Finds at most `most` phases. Their number is the smallest one whose criterion is at least lowest + 0.9 * (highest -
 * lowest). The result depends only on the arguments. The caller frees it with phases_free(). */
Phases *phases_find(const PhasesIntervals *run, unsigned most, uint64_t seed);

void phases_free(Phases *phases);
