/* SPDX-License-Identifier: GPL-2.0-or-later
 * phases_representatives.c: chooses the representatives. Rules:
 *  - To choose N of the L intervals of a phase, the intervals are divided into N parts, in the order of execution. Part
 *    k consists of the intervals from k L / N to (k + 1) L / N - 1. One interval is chosen from each part,
 *    uniformly, so estimates are unbiased.
 *  - An interval that is shorter than half of the longest interval, as the last one can be, is chosen only if its part
 *    has no longer interval. */
#include "ui/phases/phases_representatives.h"

#include <stdbool.h>

#include "bins/bin_format.h"
#include "ui/base/ui_error.h"
#include "ui/phases/phases_random.h"

/* A part of the intervals of a phase: the numbers of these intervals, in ascending order. */
typedef struct {
  const PhasesIntervals *run;
  const unsigned *numbers;
  unsigned n;
} Part;

/* Stores the numbers of the part's intervals that are not short in `chosen`, or the numbers of all its intervals if all
 * are short. Returns how many were stored. */
static unsigned collect_long(const Part *part, unsigned *chosen) {
  const uint64_t least = phases_intervals_longest(part->run) / 2;
  unsigned n = 0;
  for (unsigned i = 0; i < part->n; i++)
    if (part->run->intervals[part->numbers[i]].instructions >= least) chosen[n++] = part->numbers[i];
  for (unsigned i = 0; n == 0 && i < part->n; i++) chosen[i] = part->numbers[i];
  return n != 0 ? n : part->n;
}

static PhasesRepresentative choose_of_part(const Part *part, unsigned phase, uint64_t *state) {
  g_autofree unsigned *likely = g_new(unsigned, part->n);
  const unsigned n = collect_long(part, likely);
  PhasesRepresentative one = {phase, likely[(unsigned)(phases_random_unit(state) * n)], 0};
  for (unsigned i = 0; i < part->n; i++) one.instructions += part->run->intervals[part->numbers[i]].instructions;
  return one;
}

/* Returns the numbers of the intervals of a phase. The caller frees the array. */
static unsigned *members_of(const Phases *phases, unsigned phase) {
  unsigned *numbers = g_new(unsigned, phases->phases[phase].intervals), n = 0;
  for (unsigned i = 0; i < phases->run->n; i++)
    if (phases->phase_of[i] == phase) numbers[n++] = i;
  return numbers;
}

static void choose_of_phase(PhasesRepresentatives *to, unsigned phase, unsigned per_phase, uint64_t *state) {
  const Phases *phases = to->phases;
  const PhasesPhase *whole = &phases->phases[phase];
  const uint64_t length = whole->intervals, parts = MIN(per_phase, length);
  if (parts == 1) {
    to->all[to->n++] = (PhasesRepresentative){phase, whole->representative, whole->instructions};
    return;
  }
  g_autofree unsigned *members = members_of(phases, phase);
  for (uint64_t k = 0; k < parts; k++) {
    const uint64_t from = k * length / parts, to_member = (k + 1) * length / parts;
    const Part part = {phases->run, members + from, (unsigned)(to_member - from)};
    to->all[to->n++] = choose_of_part(&part, phase, state);
  }
}

/* Returns whether the intervals are not too many for a profile. If they are, sets *error. */
static bool check_number(const Phases *phases, unsigned per_phase, GError **error) {
  unsigned n = 0;
  for (unsigned i = 0; i < phases->n; i++) n += MIN(per_phase, phases->phases[i].intervals);
  return n <= BIN_PHASES_MOST ||
         ui_error_option(error, "bad option --per-phase=%u: %u intervals of %u phases are more than the limit of %d",
                         per_phase, n, phases->n, BIN_PHASES_MOST);
}

PhasesRepresentatives *phases_representatives_choose(const Phases *phases, unsigned per_phase, uint64_t seed,
                                                     GError **error) {
  if (!check_number(phases, per_phase, error)) return NULL;
  uint64_t state = ~seed; /* a seed that differs from the one for the clustering */
  PhasesRepresentatives *chosen = g_new(PhasesRepresentatives, 1);
  *chosen = (PhasesRepresentatives){phases, 0, g_new(PhasesRepresentative, phases->run->n)};
  for (unsigned i = 0; i < phases->n; i++) choose_of_phase(chosen, i, per_phase, &state);
  return chosen;
}

void phases_representatives_free(PhasesRepresentatives *representatives) {
  if (representatives == NULL) return;
  g_free(representatives->all);
  g_free(representatives);
}

const PhasesInterval *phases_representatives_interval(const PhasesRepresentatives *representatives, unsigned number) {
  return &representatives->phases->run->intervals[representatives->all[number].interval];
}

uint64_t phases_representatives_instructions(const PhasesRepresentatives *representatives) {
  uint64_t sum = 0;
  for (unsigned i = 0; i < representatives->n; i++)
    sum += phases_representatives_interval(representatives, i)->instructions;
  return sum;
}
