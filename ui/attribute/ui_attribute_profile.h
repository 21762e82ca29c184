/* ui_attribute_profile.h: attributed samples as a profile: a matrix of code and data by estimated misses.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_ATTRIBUTE_ATTRIBUTE_PROFILE_H
#define UI_ATTRIBUTE_ATTRIBUTE_PROFILE_H

#include "ui/attribute/ui_attribute.h"

/* What a profile of samples says of how it was made. */
typedef struct {
  const UiSamples *samples;
  guint32 event;
  const UiVariables *variables;
  const char *method;
  const UiOption *settings; /* of the method; n_settings of them */
  guint n_settings;
  guint64 time; /* when the samples were taken, in seconds since 1970 */
} UiAttributeOrigin;

/* Writes the profile to file `path`. A cell has its part of the samples, times the period; all cells together have all
 * samples, those that are of no data in bin 0. Names of data and lines of source are added, as memspy names does.
 * Returns false and sets *error when that is not possible. */
bool ui_attribute_profile(const UiAttribution *attribution, const UiAttributeOrigin *origin, const char *path,
                          GError **error);

#endif
