/* SPDX-License-Identifier: GPL-2.0-or-later
 * phases.c: finds the phases. Rules:
 *  - The weight of an interval is its number of instructions.
 *  - The number of phases is chosen as in SimPoint 3.0 (Hamerly et al., "SimPoint 3.0: faster and more flexible program
 *    phase analysis", 2005): the smallest number whose criterion is at least lowest + SPREAD * (highest - lowest).
 *  - A phase is represented by the interval that is nearest to the phase's centre, or by the first of equally near
 *    ones. An interval that is shorter than half of the longest interval, as the last one can be, represents a phase
 *    only if the phase has no longer interval. */
#include "ui/phases/phases.h"

#include <math.h>
#include <stdbool.h>

#include "ui/base/ui_progress.h"
#include "ui/phases/phases_clusters.h"

enum { TRIALS = 5 };
static const double SPREAD = 0.9;

static double *make_weights(const PhasesIntervals *run) {
  double *weights = g_new(double, run->n);
  for (unsigned i = 0; i < run->n; i++)
    weights[i] = (double)run->intervals[i].instructions * run->n / (double)run->instructions;
  return weights;
}

/* Returns the first clustering whose criterion reaches the bound above. */
static unsigned choose(const double *bic, unsigned n) {
  double least = bic[0], greatest = bic[0];
  for (unsigned i = 1; i < n; i++) {
    least = fmin(least, bic[i]);
    greatest = fmax(greatest, bic[i]);
  }
  unsigned i = 0;
  while (i + 1 < n && bic[i] < least + SPREAD * (greatest - least)) i++;
  return i;
}

/* Makes clusterings with 1, 2, ... clusters, as long as there are enough distinct points. Returns the number of
 * clusterings. */
static unsigned divide(const PhasesSample *sample, unsigned most, uint64_t seed, PhasesClusters **divisions) {
  unsigned n = 0;
  ui_progress_begin("dividing", (uint64_t)most * most);
  while (n < most) {
    divisions[n] = phases_clusters_new(sample, n + 1, TRIALS, seed + n);
    if (divisions[n]->k < n + 1) {
      phases_clusters_free(divisions[n]);
      break;
    }
    n++;
    ui_progress_at((uint64_t)n * n);
  }
  ui_progress_end();
  return n;
}

/* Returns the distance of an interval from the centre of its phase. A short interval gets a larger distance than all
 * others. */
static double misfit(const PhasesIntervals *run, const PhasesClusters *c, unsigned i, uint64_t length) {
  enum { FAR = 1000 }; /* a number that is larger than any distance */
  const bool is_short = run->intervals[i].instructions < length / 2;
  return phases_point_distance(&run->points[i], &c->centres[c->cluster[i]]) + (is_short ? FAR : 0);
}

/* Numbers the clusters in the order of their first intervals, and chooses a representative of each cluster. */
static void describe(Phases *phases, const PhasesClusters *c) {
  const uint64_t length = phases_intervals_longest(phases->run);
  g_autofree unsigned *number = g_new0(unsigned, c->k);
  g_autofree double *least = g_new0(double, c->k);
  for (unsigned i = 0; i < phases->run->n; i++) {
    const double distance = misfit(phases->run, c, i, length);
    unsigned *known = &number[c->cluster[i]]; /* number of the phase + 1; 0: no number yet */
    if (*known == 0) *known = ++phases->n;
    PhasesPhase *phase = &phases->phases[*known - 1];
    if (phase->intervals == 0 || distance < least[*known - 1]) {
      phase->representative = i;
      least[*known - 1] = distance;
    }
    phase->intervals++;
    phase->instructions += phases->run->intervals[i].instructions;
    phases->phase_of[i] = *known - 1;
  }
}

/* Joins consecutive intervals of the same phase. */
static void join(Phases *phases) {
  for (unsigned i = 0; i < phases->run->n; i++) {
    if (i == 0 || phases->phase_of[i] != phases->phase_of[i - 1])
      phases->stretches[phases->n_stretches++] = (UiStretch){phases->phase_of[i] + 1, 0};
    phases->stretches[phases->n_stretches - 1].instructions += phases->run->intervals[i].instructions;
  }
}

Phases *phases_find(const PhasesIntervals *run, unsigned most, uint64_t seed) {
  most = MIN(most, run->n);
  g_autofree double *weights = make_weights(run);
  const PhasesSample sample = {run->n, run->points, weights};
  g_autofree PhasesClusters **divisions = g_new0(PhasesClusters *, most);
  Phases *phases = g_new(Phases, 1);
  *phases = (Phases){.run = run, .tried = divide(&sample, most, seed, divisions)};
  phases->bic = g_new(double, phases->tried);
  for (unsigned i = 0; i < phases->tried; i++) phases->bic[i] = phases_clusters_bic(&sample, divisions[i]);
  const PhasesClusters *chosen = divisions[choose(phases->bic, phases->tried)];
  phases->phases = g_new0(PhasesPhase, chosen->k);
  phases->phase_of = g_new0(unsigned, run->n);
  phases->stretches = g_new(UiStretch, run->n);
  describe(phases, chosen);
  join(phases);
  for (unsigned i = 0; i < phases->tried; i++) phases_clusters_free(divisions[i]);
  return phases;
}

void phases_free(Phases *phases) {
  if (phases == NULL) return;
  g_free(phases->phases);
  g_free(phases->phase_of);
  g_free(phases->stretches);
  g_free(phases->bic);
  g_free(phases);
}
