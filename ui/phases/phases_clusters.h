/* SPDX-License-Identifier: GPL-2.0-or-later
 * phases_clusters.h: k-means clustering, and a criterion for the number of clusters. */
#pragma once

#include "ui/phases/phases_projection.h"

/* The weighted points. */
typedef struct {
  unsigned n;
  const PhasesPoint *points;
  const double *weights; /* above 0; their sum is n */
} PhasesSample;

typedef struct {
  unsigned k;           /* number of clusters; none is empty */
  unsigned *cluster;    /* by point: the cluster with the nearest centre */
  PhasesPoint *centres; /* by cluster: weighted mean of its points */
  double *weights;      /* by cluster: sum of the weights of its points */
  double distortion;    /* weighted sum of the squared distances of points from their centres */
} PhasesClusters;

/* Divides the sample into k clusters, or fewer if it has fewer distinct points. Takes the best of `trials` trials with
 * different initial centres. The result depends only on the arguments. The caller frees it with
 * phases_clusters_free(). */
PhasesClusters *phases_clusters_new(const PhasesSample *sample, unsigned k, unsigned trials, uint64_t seed);

void phases_clusters_free(PhasesClusters *clusters);

/* Returns the Bayesian information criterion of a clustering (Pelleg and Moore, "X-means", 2000, as in SimPoint): the
 * log likelihood of the points if each cluster is a normal distribution and all have the same variance, minus a penalty
 * for each parameter. Larger is better; the sign has no meaning. */
double phases_clusters_bic(const PhasesSample *sample, const PhasesClusters *clusters);
