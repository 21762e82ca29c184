/* SPDX-License-Identifier: GPL-2.0-or-later
 * phases_representatives.h: chooses the intervals that represent the phases of a run. */
#pragma once

#include "ui/phases/phases.h"

typedef struct {
  unsigned phase;        /* counted from 0 */
  unsigned interval;     /* number of the interval */
  uint64_t instructions; /* instructions of the run that it represents */
} PhasesRepresentative;

typedef struct {
  const Phases *phases; /* owned by the caller of phases_representatives_choose() */
  unsigned n;
  PhasesRepresentative *all; /* by phase, then interval */
} PhasesRepresentatives;

/* Chooses `per_phase` intervals of each phase (at least 1), or all if it has fewer. A single one is the nearest to the
 * phase's centre. For several, the phase's intervals are divided into as many parts, and a random interval represents
 * each part; their differences show the error of estimates. The result depends only on the arguments. Returns NULL and
 * sets *error if there are more intervals than a profile can have. The caller frees the result with
 * phases_representatives_free(). */
PhasesRepresentatives *phases_representatives_choose(const Phases *phases, unsigned per_phase, uint64_t seed,
                                                     GError **error);

/* Limit of per_phase. */
enum { PHASES_PER_PHASE_MOST = 64 };

void phases_representatives_free(PhasesRepresentatives *representatives);

/* Returns the interval of representative `number`. */
const PhasesInterval *phases_representatives_interval(const PhasesRepresentatives *representatives, unsigned number);

/* Returns the sum of the instructions of all representatives. */
uint64_t phases_representatives_instructions(const PhasesRepresentatives *representatives);
