/* test_phase_search.c: tests the search for phases. It compares the clusters with all divisions of few points, and the
 * criterion with its sum point by point, and searches runs with a known number of phases.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "tests/coherence/dice.h"
#include "ui/phases/phases_clusters.h"
#include "ui/phases/phases_representatives.h"

static unsigned failures;

__attribute__((format(printf, 2, 3))) static void check(bool good, const char *format, ...) {
  va_list arguments;
  if (good) return;
  failures++;
  va_start(arguments, format);
  fputs("FAILED: ", stdout);
  vprintf(format, arguments);
  putchar('\n');
  va_end(arguments);
}

/* Returns a random number from -1 to 1. */
static double number(dice *d) { return (double)dice_below(d, 2000001) / 1e6 - 1; }

static bool is_near(double a, double b) { return fabs(a - b) <= 1e-9 * (1 + fabs(a) + fabs(b)); }

/* ---- projection ---- */

static void test_projection(void) {
  enum { BLOCKS = 2000 };
  double sum = 0, squares = 0;
  for (unsigned block = 0; block < BLOCKS; block++) {
    PhasesPoint once = {0}, again = {0}, other = {0};
    phases_projection_add(&once, 7, block, 1);
    phases_projection_add(&again, 7, block, 0.25);
    phases_projection_add(&again, 7, block, 0.75);
    phases_projection_add(&other, 8, block, 1);
    check(sqrt(phases_point_distance(&once, &again)) < 1e-12, "block %u: a sum is projected as its parts are", block);
    check(phases_point_distance(&once, &other) > 0.1, "block %u: seeds choose directions", block);
    for (unsigned i = 0; i < PHASES_DIMENSIONS; i++) {
      check(fabs(once.at[i]) <= 1, "block %u: %g", block, once.at[i]);
      sum += once.at[i];
      squares += once.at[i] * once.at[i];
    }
  }
  const double n = BLOCKS * PHASES_DIMENSIONS;
  check(fabs(sum / n) < 0.01 && fabs(squares / n - 1.0 / 3) < 0.01, "directions: mean %g, of squares %g", sum / n,
        squares / n);
}

/* ---- clusters ---- */

enum { FEW = 8, FEW_CLUSTERS = 3, MANY = 200, TRIALS = 30 };

/* Returns the cost of a division whose centres are the means of their points, point by point. */
static double cost_of(const PhasesSample *sample, const unsigned *cluster, unsigned k) {
  double cost = 0;
  for (unsigned c = 0; c < k; c++)
    for (unsigned d = 0; d < PHASES_DIMENSIONS; d++) {
      double sum = 0, weight = 0;
      for (unsigned i = 0; i < sample->n; i++) {
        if (cluster[i] != c) continue;
        sum += sample->weights[i] * sample->points[i].at[d];
        weight += sample->weights[i];
      }
      for (unsigned i = 0; i < sample->n; i++)
        if (cluster[i] == c) cost += sample->weights[i] * pow(sample->points[i].at[d] - sum / weight, 2);
    }
  return cost;
}

/* Returns the least cost of all divisions into up to k clusters. */
static double least_cost(const PhasesSample *sample, unsigned k) {
  unsigned cluster[FEW] = {0};
  double least = INFINITY;
  for (;;) {
    least = fmin(least, cost_of(sample, cluster, k));
    unsigned i = 0;
    while (i < sample->n && ++cluster[i] == k) cluster[i++] = 0;
    if (i == sample->n) return least;
  }
}

static void make_sample(dice *d, PhasesPoint *points, double *weights, unsigned n) {
  double sum = 0;
  memset(points, 0, n * sizeof *points);
  for (unsigned i = 0; i < n; i++) {
    /* Few dimensions, and coarse steps, so that some points are equal. */
    for (unsigned j = 0; j < 2; j++) points[i].at[j] = (double)dice_below(d, 5);
    sum += weights[i] = 1 + (double)dice_below(d, 3);
  }
  for (unsigned i = 0; i < n; i++) weights[i] *= n / sum;
}

static unsigned count_different(const PhasesSample *sample) {
  unsigned n = 0;
  for (unsigned i = 0; i < sample->n; i++) {
    unsigned j = 0;
    while (phases_point_distance(&sample->points[i], &sample->points[j]) > 0) j++;
    n += j == i;
  }
  return n;
}

static void check_clusters(const PhasesSample *sample, const PhasesClusters *c, unsigned seed) {
  double weights[MANY] = {0};
  for (unsigned i = 0; i < sample->n; i++) {
    const double own = phases_point_distance(&sample->points[i], &c->centres[c->cluster[i]]);
    weights[c->cluster[i]] += sample->weights[i];
    for (unsigned k = 0; k < c->k; k++)
      check(own <= phases_point_distance(&sample->points[i], &c->centres[k]) + 1e-9,
            "seed %u: point %u is nearest to another", seed, i);
  }
  for (unsigned k = 0; k < c->k; k++)
    check(c->weights[k] > 0 && is_near(c->weights[k], weights[k]), "seed %u: the weight of cluster %u", seed, k);
  check(is_near(c->distortion, cost_of(sample, c->cluster, c->k)), "seed %u: distortion %g", seed, c->distortion);
}

static void test_clusters(void) {
  for (unsigned seed = 1; seed <= 300; seed++) {
    dice d = {seed};
    PhasesPoint points[FEW];
    double weights[FEW];
    const PhasesSample sample = {1 + (unsigned)dice_below(&d, FEW), points, weights};
    make_sample(&d, points, weights, sample.n);
    const unsigned k = 1 + (unsigned)dice_below(&d, FEW_CLUSTERS), different = count_different(&sample);
    PhasesClusters *c = phases_clusters_new(&sample, k, TRIALS, seed),
                   *again = phases_clusters_new(&sample, k, TRIALS, seed);
    check(c->k == MIN(k, different), "seed %u: %u clusters of %u, %u different points", seed, c->k, k, different);
    check_clusters(&sample, c, seed);
    const double least = least_cost(&sample, k);
    check(is_near(c->distortion, least), "seed %u: distortion %.12g, the least is %.12g", seed, c->distortion, least);
    check(memcmp(c->cluster, again->cluster, sample.n * sizeof *c->cluster) == 0, "seed %u: the same again", seed);
    phases_clusters_free(c);
    phases_clusters_free(again);
  }
}

/* Points everywhere: a trial continues until each point belongs to its nearest centre. */
static void test_many(void) {
  static PhasesPoint points[MANY];
  double weights[MANY];
  const PhasesSample sample = {MANY, points, weights};
  for (unsigned seed = 1; seed <= 40; seed++) {
    dice d = {seed};
    for (unsigned i = 0; i < MANY; i++) {
      for (unsigned j = 0; j < 3; j++) points[i].at[j] = number(&d);
      weights[i] = 1;
    }
    PhasesClusters *c = phases_clusters_new(&sample, 2 + seed % 20, 1, seed);
    check_clusters(&sample, c, seed);
    phases_clusters_free(c);
  }
}

/* ---- the criterion ---- */

static double naive_bic(const PhasesSample *sample, const PhasesClusters *c) {
  double variance = 0, sum = 0;
  for (unsigned i = 0; i < sample->n; i++)
    variance += sample->weights[i] * phases_point_distance(&sample->points[i], &c->centres[c->cluster[i]]);
  variance /= PHASES_DIMENSIONS * (double)(sample->n - c->k);
  double squares = 0;
  for (unsigned i = 0; i < sample->n; i++)
    for (unsigned j = 0; j < PHASES_DIMENSIONS; j++) squares += sample->weights[i] * pow(sample->points[i].at[j], 2);
  squares /= PHASES_DIMENSIONS * (double)sample->n;
  if (variance < squares / 50) variance = squares / 50;
  for (unsigned i = 0; i < sample->n; i++) {
    double likelihood = c->weights[c->cluster[i]] / sample->n;
    for (unsigned j = 0; j < PHASES_DIMENSIONS; j++) {
      const double difference = sample->points[i].at[j] - c->centres[c->cluster[i]].at[j];
      likelihood *= exp(-difference * difference / (2 * variance)) / sqrt(2 * G_PI * variance);
    }
    sum += sample->weights[i] * log(likelihood);
  }
  const double parameters = c->k - 1.0 + PHASES_DIMENSIONS * c->k + 1; /* the numbers of shares, of centres, and the
                                                                          variance */
  return sum - parameters / 2 * log(sample->n);
}

static void test_criterion(void) {
  enum { POINTS = 40 };
  for (unsigned seed = 1; seed <= 60; seed++) {
    dice d = {seed};
    PhasesPoint points[POINTS];
    double weights[POINTS], sum = 0;
    const PhasesSample sample = {POINTS, points, weights};
    const double width = seed % 2 ? 0.3 : 0.01; /* the latter is too small to distinguish clusters */
    for (unsigned i = 0; i < POINTS; i++) {
      for (unsigned j = 0; j < PHASES_DIMENSIONS; j++) points[i].at[j] = (i % 3) + width * number(&d);
      sum += weights[i] = 1 + (double)dice_below(&d, 2);
    }
    for (unsigned i = 0; i < POINTS; i++) weights[i] *= POINTS / sum;
    PhasesClusters *c = phases_clusters_new(&sample, 1 + seed % 4, 3, seed);
    const double bic = phases_clusters_bic(&sample, c), naive = naive_bic(&sample, c);
    check(fabs(bic - naive) < 1e-6 * fabs(naive), "seed %u: criterion %.9g, point by point %.9g", seed, bic, naive);
    phases_clusters_free(c);
  }
}

/* ---- runs ---- */

enum { BLOCKS = 1000, INTERVALS = 150, MOST = 12 };

/* Runs of 1 to 6 phases. Each phase executes its own blocks, with one random part in fifty. `blocks`: if there are
 * many, each has a small part of the instructions. */
static void make_run(dice *d, PhasesIntervals *run, unsigned n_phases, unsigned blocks, unsigned *phase_of) {
  static double shares[MOST][BLOCKS];
  for (unsigned p = 0; p < n_phases; p++)
    for (unsigned b = 0; b < blocks; b++) shares[p][b] = dice_below(d, 5) == 0 ? 1 + number(d) : 0;
  run->instructions = 0;
  for (unsigned i = 0; i < run->n; i++) {
    const unsigned phase = phase_of[i] = i < n_phases ? i : (unsigned)dice_below(d, n_phases);
    double counts[BLOCKS], sum = 0;
    for (unsigned b = 0; b < blocks; b++) sum += counts[b] = shares[phase][b] * (1 + number(d) / 50);
    run->points[i] = (PhasesPoint){0};
    for (unsigned b = 0; b < blocks; b++) phases_projection_add(&run->points[i], 1, b, counts[b] / sum);
    run->intervals[i] = (PhasesInterval){run->instructions, 1000 + dice_below(d, 10)};
    run->instructions += run->intervals[i].instructions;
  }
}

/* N intervals of each phase: one from each of N parts, which together are the whole phase; or all intervals. */
static void check_representatives(const Phases *phases, unsigned per_phase, unsigned seed) {
  PhasesRepresentatives *chosen = phases_representatives_choose(phases, per_phase, seed, NULL);
  PhasesRepresentatives *again = phases_representatives_choose(phases, per_phase, seed, NULL);
  uint64_t represented = 0, simulated = 0;
  check(chosen->n == again->n && memcmp(chosen->all, again->all, chosen->n * sizeof *chosen->all) == 0,
        "seed %u: the same seed gives the same intervals", seed);
  for (unsigned i = 0, phase = 0, own = 0; i < chosen->n; i++) {
    const PhasesRepresentative *one = &chosen->all[i];
    own = one->phase == phase ? own + 1 : 1;
    phase = one->phase;
    check(phases->phase_of[one->interval] == phase, "seed %u: interval %u is of phase %u", seed, one->interval, phase);
    check(own == 1 || one->interval > one[-1].interval, "seed %u: intervals are in order", seed);
    const bool last = i + 1 == chosen->n || one[1].phase != phase;
    check(!last || own == MIN(per_phase, phases->phases[phase].intervals), "seed %u: %u of phase %u", seed, own, phase);
    represented += one->instructions;
    simulated += phases_representatives_interval(chosen, i)->instructions;
  }
  check(represented == phases->run->instructions, "seed %u: all of the run is represented", seed);
  check(simulated == phases_representatives_instructions(chosen), "seed %u: what is simulated", seed);
  phases_representatives_free(again);
  phases_representatives_free(chosen);
}

/* Each interval of a part is chosen equally often, and never a short one. */
static void check_chance(void) {
  enum { N = 21, SEEDS = 3000 };
  PhasesInterval intervals[N];
  unsigned phase_of[N] = {0}, found[N] = {0};
  for (unsigned i = 0; i < N; i++) intervals[i] = (PhasesInterval){100 * i, i + 1 < N ? 100 : 10};
  const PhasesIntervals run = {N, 2010, intervals, NULL};
  PhasesPhase phase = {3, N, 2010};
  const Phases phases = {.run = &run, .n = 1, .phases = &phase, .phase_of = phase_of};
  for (unsigned seed = 1; seed <= SEEDS; seed++) {
    PhasesRepresentatives *chosen = phases_representatives_choose(&phases, 4, seed, NULL);
    for (unsigned i = 0; i < chosen->n; i++) found[chosen->all[i].interval]++;
    phases_representatives_free(chosen);
  }
  for (unsigned i = 0; i + 1 < N; i++) {
    const unsigned of = 5; /* 5 intervals in each part; the last part has 6, one of which is short */
    check(found[i] > SEEDS / of * 4 / 5 && found[i] < SEEDS / of * 6 / 5, "interval %u is chosen %u times", i,
          found[i]);
  }
  check(found[N - 1] == 0, "a short interval is not chosen");
}

static void check_run(const PhasesIntervals *run, unsigned wanted, const unsigned *phase_of, unsigned seed) {
  Phases *phases = phases_find(run, MOST, seed);
  unsigned intervals = 0;
  uint64_t instructions = 0;
  check(phases->n == wanted, "seed %u: %u phases, there are %u", seed, phases->n, wanted);
  for (unsigned i = 0; i < run->n && phases->n == wanted; i++)
    check(phases->phase_of[i] == phase_of[i], "seed %u: interval %u is in phase %u, not %u", seed, i,
          phases->phase_of[i], phase_of[i]);
  for (unsigned i = 0; i < phases->n; i++) {
    check(phases->phase_of[phases->phases[i].representative] == i, "seed %u: phase %u has its representative", seed, i);
    intervals += phases->phases[i].intervals;
    instructions += phases->phases[i].instructions;
  }
  const unsigned counts[] = {1, 2, 5, 20};
  for (unsigned i = 0; i < G_N_ELEMENTS(counts); i++) check_representatives(phases, counts[i], seed);
  check(intervals == run->n && instructions == run->instructions, "seed %u: all intervals are in a phase", seed);
  phases_free(phases);
}

static void test_runs(void) {
  PhasesInterval intervals[INTERVALS];
  PhasesPoint points[INTERVALS];
  unsigned phase_of[INTERVALS];
  for (unsigned seed = 1; seed <= 24; seed++) {
    dice d = {seed};
    PhasesIntervals run = {.n = INTERVALS, .intervals = intervals, .points = points};
    const unsigned n_phases = 1 + seed % 6;
    make_run(&d, &run, n_phases, seed % 2 ? BLOCKS : BLOCKS / 20, phase_of);
    check_run(&run, n_phases, phase_of, seed);
  }
}

/* One interval; equal intervals; a short interval that is nearest to the centre. */
static void test_few(void) {
  PhasesInterval intervals[] = {{0, 100}, {100, 100}, {200, 10}};
  PhasesPoint points[] = {{{1}}, {{1.02}}, {{1.01}}};
  const unsigned one_phase[] = {0, 0, 0};
  for (unsigned n = 1; n <= 3; n++) {
    const PhasesIntervals run = {n, n == 3 ? 210 : 100 * n, intervals, points};
    check_run(&run, 1, one_phase, n);
  }
  const PhasesIntervals run = {3, 210, intervals, points};
  Phases *phases = phases_find(&run, MOST, 1);
  check(phases->phases[0].representative == 1 || phases->phases[0].representative == 0,
        "a short interval represents none");
  phases_free(phases);
  points[1] = points[2] = points[0];
  check_run(&run, 1, one_phase, 1);
  phases = phases_find(&run, MOST, 1);
  check(phases->phases[0].representative == 0 && phases->tried == 1, "the first of equal intervals");
  phases_free(phases);
}

int main(void) {
  test_projection();
  test_clusters();
  test_many();
  test_criterion();
  test_runs();
  test_few();
  check_chance();
  return failures != 0;
}
