/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_curves.h: miss rates on the machines of a sweep, and which data fit in which cache. */
#pragma once

#include "ui/view/view_curves.h"

/* Appends a table of the first `most` curves (ViewCurve): miss rates by view_curves_against(), a line for each
 * combination of the other parameters, and the value from which on the data fit: there fewer than 1 % of the
 * references miss, not counting first uses. */
void screen_curves(const ViewCurves *curves, const GPtrArray *shown, unsigned most, GString *out);
