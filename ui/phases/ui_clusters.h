/* ui_clusters.h: points divided into clusters by k-means, and how well a division explains them.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_CLUSTERS_H
#define UI_UI_CLUSTERS_H

#include "ui/phases/ui_projection.h"

/* What is divided. */
typedef struct {
  unsigned n;
  const UiPoint *points;
  const double *weights; /* above 0; their sum is n */
} UiSample;

typedef struct {
  unsigned k;        /* clusters; none is empty */
  unsigned *cluster; /* of each point: the one with the nearest centre */
  UiPoint *centres;  /* of each cluster: the weighted mean of its points */
  double *weights;   /* of each cluster: the sum of its points' */
  double distortion; /* sum of the points' squared distances to their centres, times their weights */
} UiClusters;

/* Divides the sample into k clusters, fewer if there are not as many different points: the best of so many trials, each
 * of which begins with other centres. The same seed gives the same clusters. The caller ends with
 * ui_clusters_free(). */
UiClusters *ui_clusters_new(const UiSample *sample, unsigned k, unsigned trials, uint64_t seed);

void ui_clusters_free(UiClusters *clusters);

/* The Bayesian information criterion of a division (Pelleg and Moore, "X-means", 2000, as in SimPoint): how likely the
 * points are if each cluster is a normal distribution, all as wide as each other, less a price for each parameter. More
 * is better; differences count, not signs. */
double ui_clusters_bic(const UiSample *sample, const UiClusters *clusters);

#endif
