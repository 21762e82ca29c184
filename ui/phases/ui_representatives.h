/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_representatives.h: chooses the intervals that represent the phases of a run. */
#pragma once

#include "ui/phases/ui_phases.h"

typedef struct {
  unsigned phase;        /* counted from 0 */
  unsigned interval;     /* number of the interval */
  uint64_t instructions; /* instructions of the run that it represents */
} UiRepresentative;

typedef struct {
  const UiPhases *phases; /* owned by the caller of ui_representatives_choose() */
  unsigned n;
  UiRepresentative *all; /* by phase, then interval */
} UiRepresentatives;

/* Chooses `per_phase` intervals of each phase (at least 1), or all if it has fewer. A single one is the nearest to the
 * phase's centre. For several, the phase's intervals are divided into as many parts, and a random interval represents
 * each part; their differences show the error of estimates. The result depends only on the arguments. Returns NULL and
 * sets *error if there are more intervals than a profile can have. The caller frees the result with
 * ui_representatives_free(). */
UiRepresentatives *ui_representatives_choose(const UiPhases *phases, unsigned per_phase, uint64_t seed, GError **error);

/* Limit of per_phase. */
enum { UI_PER_PHASE_MOST = 64 };

void ui_representatives_free(UiRepresentatives *representatives);

/* The interval of representative `number`. */
const UiInterval *ui_representatives_interval(const UiRepresentatives *representatives, unsigned number);

/* The sum of the instructions of all representatives. */
uint64_t ui_representatives_instructions(const UiRepresentatives *representatives);
