/* SPDX-License-Identifier: GPL-2.0-or-later
 * phases_representatives.h: chooses the intervals that represent the phases of a program. */
#pragma once

#include "ui/phases/phases.h"

typedef struct {
  unsigned phase;        /* number of the phase, from 0 */
  unsigned interval;     /* number of the interval */
  uint64_t instructions; /* number of instructions of the program that the interval represents */
} PhasesRepresentative;

typedef struct {
  const Phases *phases; /* phases of the program, which the caller of phases_representatives_choose() owns */
  unsigned n;
  PhasesRepresentative *all; /* sorted by phase, then by interval */
} PhasesRepresentatives;

/* Chooses `per_phase` intervals (at least 1) of each phase, or all intervals of a phase that has fewer. If one interval
 * is chosen, it is the nearest to the centre of the phase. If several are chosen, the intervals of the phase are
 * divided into `per_phase` parts, and a random interval represents each part; the differences between these intervals
 * show the error of estimates. The result depends only on the arguments. If a profile cannot have this number of
 * intervals, returns NULL and sets *error. The caller frees the result with phases_representatives_free(). */
PhasesRepresentatives *phases_representatives_choose(const Phases *phases, unsigned per_phase, uint64_t seed,
                                                     GError **error);

/* Maximum value of `per_phase`. */
enum { PHASES_PER_PHASE_MOST = 64 };

void phases_representatives_free(PhasesRepresentatives *representatives);

/* Returns the interval of the representative with index `number`. */
const PhasesInterval *phases_representatives_interval(const PhasesRepresentatives *representatives, unsigned number);

/* Returns the total number of instructions of all representatives. */
uint64_t phases_representatives_instructions(const PhasesRepresentatives *representatives);
