/* SPDX-License-Identifier: GPL-2.0-or-later
 * phases_clusters.h: k-means clustering, and a criterion for the number of clusters. */
#pragma once

#include "ui/phases/phases_projection.h"

/* The weighted points that are divided into clusters. */
typedef struct {
  unsigned n;
  const PhasesPoint *points;
  const double *weights; /* weight of each point, above 0; the sum of all weights is n */
} PhasesSample;

typedef struct {
  unsigned k;           /* number of clusters; each has at least one point */
  unsigned *cluster;    /* indexed by point: the cluster with the nearest centre */
  PhasesPoint *centres; /* indexed by cluster: the weighted mean of its points */
  double *weights;      /* indexed by cluster: the sum of the weights of its points */
  double distortion;    /* weighted sum of the squared distances of all points from the centres of their clusters */
} PhasesClusters;

/* Divides the points of the sample into k clusters, or into fewer if there are fewer distinct points. Makes `trials`
 * clusterings with different initial centres, and takes the best one. The result depends only on the arguments. The
 * caller frees it with phases_clusters_free(). */
PhasesClusters *phases_clusters_new(const PhasesSample *sample, unsigned k, unsigned trials, uint64_t seed);

void phases_clusters_free(PhasesClusters *clusters);

/* Returns the Bayesian information criterion of a clustering (Pelleg and Moore, "X-means", 2000, as in SimPoint): the
 * log likelihood of the points if each cluster is a normal distribution and all have the same variance, minus a penalty
 * for each parameter. A larger value is better. The sign has no meaning. */
double phases_clusters_bic(const PhasesSample *sample, const PhasesClusters *clusters);
