/* SPDX-License-Identifier: GPL-2.0-or-later
 * attr_profile.h: writes attributed samples as a profile: a matrix of code and data with estimated misses. */
#pragma once

#include "ui/attribute/attr_attribute.h"

/* The origin of a profile of samples. */
typedef struct {
  const Samples *samples;
  guint32 event;
  const AttrVariables *variables;
  const char *method;
  const ProfileOption *settings; /* options of the method; their number is n_settings */
  guint n_settings;
  guint64 time; /* time of the samples, in seconds since 1970 */
} AttrOrigin;

/* Writes the profile to file `path`. The count of a cell is its share of the samples, times the period. The sum of all
 * cells is the sum of all samples. Bin 0 has the samples without data. Also adds names of data and source lines to the
 * file, as memspy names does. Returns false and sets *error if the file cannot be written. */
bool attr_profile(const AttrAttribution *attribution, const AttrOrigin *origin, const char *path, GError **error);
