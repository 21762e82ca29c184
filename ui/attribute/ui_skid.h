/* ui_skid.h: how far behind the line or instruction that missed a counter's interrupt comes.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ATTRIBUTE_SKID_H
#define UI_ATTRIBUTE_SKID_H

#include <glib.h>

enum { UI_SKID_FURTHEST = 4095 };

/* `of[d]` is the probability that a sample comes d lines (or instructions, as the method counts) behind what it is of.
 * They add up to 1. */
typedef struct {
  guint n;
  double *of;
} UiSkid;

/* What --skid says: "MEAN,VARIANCE" of a Gaussian distribution, which is cut off at 0, or the name of a file: a
 * histogram. A line of it has a distance and how often it was seen; # begins a remark. NULL: *error. */
UiSkid *ui_skid_parse(const char *text, GError **error);

/* The Gaussian distribution of that mean and variance, both at least 0. */
UiSkid *ui_skid_gaussian(double mean, double variance);

/* NULL is allowed. */
void ui_skid_free(UiSkid *skid);

#endif
