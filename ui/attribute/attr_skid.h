/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_skid.h: the distribution of skid, the distance from the line or instruction that missed to the line or
 * instruction of the sample. */
#pragma once

#include <glib.h>

enum { ATTR_SKID_FURTHEST = 4095 };

/* of[d] is the probability of a skid of d lines or instructions, depending on the method. The sum of all of[d] is 1. */
typedef struct {
  guint n;
  double *of;
} AttrSkid;

/* Parses --skid: "MEAN,VARIANCE" of a Gaussian distribution, truncated at 0, or the name of a histogram file. A line of
 * that file has a distance and the number of samples at this distance; # begins a comment. If the text or the file is
 * invalid, returns NULL and sets *error. */
AttrSkid *attr_skid_parse(const char *text, GError **error);

/* Makes a Gaussian distribution. Mean and variance must be at least 0. */
AttrSkid *attr_skid_gaussian(double mean, double variance);

/* Accepts NULL. */
void attr_skid_free(AttrSkid *skid);
