/* ui_phases.h: the phases of a run: intervals that execute the same code (Sherwood et al., "Automatically
 * characterizing large scale program behavior", ASPLOS 2002).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_PHASES_H
#define UI_UI_PHASES_H

#include "ui/base/ui_strip.h"
#include "ui/phases/ui_intervals.h"

typedef struct {
  unsigned representative; /* the number of the interval that is nearest to its centre */
  unsigned intervals;
  uint64_t instructions; /* of its intervals */
} UiPhase;

typedef struct {
  const UiIntervals *run; /* owned by the caller of ui_phases_find() */
  unsigned n;             /* at least 1 */
  UiPhase *phases;        /* by when they first occur */
  unsigned *phase_of;     /* of each interval */
  unsigned n_stretches;   /* intervals of one phase that follow each other are one */
  UiStretch *stretches;   /* in the order of the run */
  unsigned tried;         /* numbers of phases, from 1 */
  double *bic;            /* of each number that was tried: ui_clusters_bic() */
} UiPhases;

/* What is taken where the user does not choose: the most phases, and the seed. */
enum { UI_PHASES_USUALLY = 30, UI_PHASES_SEED = 1 };

/* Finds up to `most` phases: as few as have a criterion of at least nine tenths of the way from the worst to the best.
 * The same seed gives the same phases. The caller ends with ui_phases_free(). */
UiPhases *ui_phases_find(const UiIntervals *run, unsigned most, uint64_t seed);

void ui_phases_free(UiPhases *phases);

#endif
