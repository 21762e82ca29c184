/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_curves.h: prints miss rates on the machines of a sweep, and which data fit in which cache. */
#pragma once

#include "ui/view/view_curves.h"

/* Appends a table of the first `most` curves (ViewCurve). The columns are the values of the parameter
 * view_curves_against(), and each combination of the other parameters has a line with miss rates. The last column is
 * the value from which on the data fit: fewer than 1 % of the references miss, not counting first uses of lines. */
void screen_curves(const ViewCurves *curves, const GPtrArray *shown, unsigned most, GString *out);
