/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_clusters.h: k-means clustering, and a criterion for the number of clusters. */
#pragma once

#include "ui/phases/ui_projection.h"

/* The weighted points. */
typedef struct {
  unsigned n;
  const UiPoint *points;
  const double *weights; /* above 0; their sum is n */
} UiSample;

typedef struct {
  unsigned k;        /* number of clusters; none is empty */
  unsigned *cluster; /* by point: the cluster with the nearest centre */
  UiPoint *centres;  /* by cluster: weighted mean of its points */
  double *weights;   /* by cluster: sum of the weights of its points */
  double distortion; /* weighted sum of the squared distances of points from their centres */
} UiClusters;

/* Divides the sample into k clusters, or fewer if it has fewer distinct points. Takes the best of `trials` trials with
 * different initial centres. The result depends only on the arguments. The caller frees it with ui_clusters_free(). */
UiClusters *ui_clusters_new(const UiSample *sample, unsigned k, unsigned trials, uint64_t seed);

void ui_clusters_free(UiClusters *clusters);

/* The Bayesian information criterion of a clustering (Pelleg and Moore, "X-means", 2000, as in SimPoint): the log
 * likelihood of the points if each cluster is a normal distribution and all have the same variance, minus a penalty for
 * each parameter. Larger is better; the sign has no meaning. */
double ui_clusters_bic(const UiSample *sample, const UiClusters *clusters);
