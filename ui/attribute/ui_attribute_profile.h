/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_attribute_profile.h: writes attributed samples as a profile: a matrix of code and data with estimated misses. */
#pragma once

#include "ui/attribute/ui_attribute.h"

/* The origin of a profile of samples. */
typedef struct {
  const UiSamples *samples;
  guint32 event;
  const UiVariables *variables;
  const char *method;
  const UiOption *settings; /* n_settings options of the method */
  guint n_settings;
  guint64 time; /* time of the samples, in seconds since 1970 */
} UiAttributeOrigin;

/* Writes the profile to file `path`. A cell has its share of the samples times the period; the sum of all cells is
 * that of all samples, and bin 0 has samples without data. Adds names of data and source lines, as memspy names does.
 * Returns false and sets *error if the file cannot be written. */
bool ui_attribute_profile(const UiAttribution *attribution, const UiAttributeOrigin *origin, const char *path,
                          GError **error);
