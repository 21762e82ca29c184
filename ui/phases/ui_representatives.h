/* ui_representatives.h: which intervals of a run stand for its phases.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_REPRESENTATIVES_H
#define UI_UI_REPRESENTATIVES_H

#include "ui/phases/ui_phases.h"

typedef struct {
  unsigned phase;        /* counted from 0 */
  unsigned interval;     /* its number */
  uint64_t instructions; /* of the run, that it stands for */
} UiRepresentative;

typedef struct {
  const UiPhases *phases; /* owned by the caller of ui_representatives_choose() */
  unsigned n;
  UiRepresentative *all; /* by phase, then interval */
} UiRepresentatives;

/* Chooses `per_phase` intervals of each phase, at least one, or all of a phase that has no more. One alone is that
 * which is nearest to the phase's centre. Several are chosen by chance, from as many parts of the phase's intervals, so
 * that they are spread over it, and how much they differ tells how far an estimate may be off; each stands for its
 * part. The same seed gives the same intervals. NULL: there are more of them than a profile may have, and *error says
 * so. The caller ends with ui_representatives_free(). */
UiRepresentatives *ui_representatives_choose(const UiPhases *phases, unsigned per_phase, uint64_t seed, GError **error);

/* So many intervals of a phase may be asked for. */
enum { UI_PER_PHASE_MOST = 64 };

void ui_representatives_free(UiRepresentatives *representatives);

/* The interval of one of them. */
const UiInterval *ui_representatives_interval(const UiRepresentatives *representatives, unsigned number);

/* Instructions of these intervals together. */
uint64_t ui_representatives_instructions(const UiRepresentatives *representatives);

#endif
