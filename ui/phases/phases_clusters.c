/* SPDX-License-Identifier: GPL-2.0-or-later
 * phases_clusters.c: implements the clustering. Rules:
 *  - The initial centres are random points. The first one is chosen uniformly. Each further one is chosen with a
 *    probability that is proportional to the point's weighted squared distance from the nearest centre so far (Arthur
 *    and Vassilvitskii, "k-means++", 2007).
 *  - Lloyd's algorithm assigns each point to its nearest centre (the first one of equally near ones), and moves each
 *    centre to the mean of its points. This is repeated until no point changes its cluster, at most ROUNDS times.
 *  - The centre of an empty cluster moves to the point that is farthest from the centre of its cluster.
 *  - The variance in the criterion is at least LEAST times the mean squared length of the points. Otherwise a cluster
 *    of equal points, which loops cause, would have infinite likelihood, and each interval between two phases would get
 *    a cluster of its own. The bound is relative because vectors are short if many blocks share the instructions. */
#include "ui/phases/phases_clusters.h"

#include <glib.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "ui/phases/phases_random.h"

enum { ROUNDS = 100 };
static const double LEAST = 0.02;

static PhasesClusters *clusters_new(unsigned n, unsigned k) {
  PhasesClusters *c = g_new(PhasesClusters, 1);
  *c = (PhasesClusters){.k = k,
                        .cluster = g_new0(unsigned, n),
                        .centres = g_new0(PhasesPoint, k),
                        .weights = g_new0(double, k)};
  return c;
}

void phases_clusters_free(PhasesClusters *c) {
  if (c == NULL) return;
  g_free(c->cluster);
  g_free(c->centres);
  g_free(c->weights);
  g_free(c);
}

/* ---- the first centres ---- */

/* Returns the first point at which the cumulative weight of the points exceeds `at`. */
static unsigned pick(const double *weights, unsigned n, double at) {
  unsigned last = 0;
  for (unsigned i = 0; i < n; i++) {
    if (weights[i] <= 0) continue;
    last = i;
    at -= weights[i];
    if (at < 0) break;
  }
  return last;
}

/* Chooses the initial centres, at most one for each distinct point. */
static void choose_centres(const PhasesSample *sample, PhasesClusters *c, uint64_t *state) {
  g_autofree double *chances = g_new(double, sample->n), *distances = g_new(double, sample->n);
  double sum = sample->n;
  memcpy(chances, sample->weights, sample->n * sizeof *chances);
  for (unsigned i = 0; i < sample->n; i++) distances[i] = INFINITY;
  for (unsigned k = 0; k < c->k; k++) {
    if (sum <= 0) {
      c->k = k;
      return;
    }
    c->centres[k] = sample->points[pick(chances, sample->n, phases_random_unit(state) * sum)];
    sum = 0;
    for (unsigned i = 0; i < sample->n; i++) {
      distances[i] = fmin(distances[i], phases_point_distance(&sample->points[i], &c->centres[k]));
      sum += chances[i] = distances[i] * sample->weights[i];
    }
  }
}

/* ---- rounds ---- */

static unsigned nearest(const PhasesClusters *c, const PhasesPoint *point) {
  unsigned best = 0;
  double least = INFINITY;
  for (unsigned k = 0; k < c->k; k++) {
    const double distance = phases_point_distance(point, &c->centres[k]);
    if (distance >= least) continue;
    least = distance;
    best = k;
  }
  return best;
}

/* Assigns each point to its nearest centre. Returns whether a point changed its cluster. */
static bool assign(const PhasesSample *sample, PhasesClusters *c) {
  bool moved = false;
  for (unsigned i = 0; i < sample->n; i++) {
    const unsigned to = nearest(c, &sample->points[i]);
    moved |= to != c->cluster[i];
    c->cluster[i] = to;
  }
  return moved;
}

static double distance_of(const PhasesSample *sample, const PhasesClusters *c, unsigned point) {
  return phases_point_distance(&sample->points[point], &c->centres[c->cluster[point]]);
}

static unsigned farthest(const PhasesSample *sample, const PhasesClusters *c) {
  unsigned best = 0;
  for (unsigned i = 1; i < sample->n; i++)
    if (distance_of(sample, c, i) > distance_of(sample, c, best)) best = i;
  return best;
}

/* Moves each centre to the mean of the points of its cluster. Moves the centre of an empty cluster to the point that is
 * farthest from its centre. Returns whether every cluster has points. */
static bool move_centres(const PhasesSample *sample, PhasesClusters *c) {
  bool good = true;
  g_autofree PhasesPoint *sums = g_new0(PhasesPoint, c->k);
  memset(c->weights, 0, c->k * sizeof *c->weights);
  for (unsigned i = 0; i < sample->n; i++) {
    phases_point_add(&sums[c->cluster[i]], &sample->points[i], sample->weights[i]);
    c->weights[c->cluster[i]] += sample->weights[i];
  }
  for (unsigned k = 0; k < c->k; k++) {
    if (c->weights[k] > 0) {
      c->centres[k] = (PhasesPoint){0};
      phases_point_add(&c->centres[k], &sums[k], 1 / c->weights[k]);
      continue;
    }
    c->centres[k] = sample->points[farthest(sample, c)];
    good = false;
  }
  return good;
}

/* Removes empty clusters. */
static void leave_out_empty(const PhasesSample *sample, PhasesClusters *c) {
  g_autofree unsigned *number = g_new0(unsigned, c->k);
  unsigned n = 0;
  for (unsigned k = 0; k < c->k; k++) {
    if (c->weights[k] <= 0) continue;
    number[k] = n;
    c->weights[n] = c->weights[k];
    c->centres[n++] = c->centres[k];
  }
  for (unsigned i = 0; i < sample->n; i++) c->cluster[i] = number[c->cluster[i]];
  c->k = n;
}

static PhasesClusters *try_once(const PhasesSample *sample, unsigned k, uint64_t *state) {
  PhasesClusters *c = clusters_new(sample->n, k);
  choose_centres(sample, c, state);
  assign(sample, c);
  for (unsigned round = 0; round < ROUNDS; round++) {
    const bool full = move_centres(sample, c);
    if (!assign(sample, c) && full) break;
  }
  move_centres(sample, c);
  leave_out_empty(sample, c);
  for (unsigned i = 0; i < sample->n; i++) c->distortion += distance_of(sample, c, i) * sample->weights[i];
  return c;
}

PhasesClusters *phases_clusters_new(const PhasesSample *sample, unsigned k, unsigned trials, uint64_t seed) {
  uint64_t state = seed;
  PhasesClusters *best = try_once(sample, k, &state);
  for (unsigned trial = 1; trial < trials && best->distortion > 0; trial++) {
    PhasesClusters *other = try_once(sample, k, &state);
    const bool better = other->distortion < best->distortion;
    phases_clusters_free(better ? best : other);
    if (better) best = other;
  }
  return best;
}

/* ---- the criterion ---- */

static double mean_square(const PhasesSample *sample) {
  const PhasesPoint zero = {0};
  double sum = 0;
  for (unsigned i = 0; i < sample->n; i++) sum += sample->weights[i] * phases_point_distance(&sample->points[i], &zero);
  return sum / (sample->n * (double)PHASES_DIMENSIONS);
}

double phases_clusters_bic(const PhasesSample *sample, const PhasesClusters *c) {
  const double n = sample->n, dimensions = PHASES_DIMENSIONS, parameters = (c->k - 1) + dimensions * c->k + 1;
  const double freedom = dimensions * (n - c->k);
  const double variance = fmax(freedom > 0 ? c->distortion / freedom : 0, LEAST * mean_square(sample));
  double likelihood = -n * dimensions / 2 * log(2 * G_PI * variance) - c->distortion / (2 * variance);
  for (unsigned k = 0; k < c->k; k++) likelihood += c->weights[k] * log(c->weights[k] / n);
  return likelihood - parameters / 2 * log(n);
}
