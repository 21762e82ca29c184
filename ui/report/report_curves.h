/* SPDX-License-Identifier: GPL-2.0-or-later
 * report_curves.h: writes the miss-ratio curves of a profile's data for the page.
 *
 * Form of the member: {"curves": {"parameters": [{"name", "values"}], "against": number of a parameter, "machines":
 * [[number of the value, by parameter]], "items": [{"name", "references", "misses": [by machine], "again": [by
 * machine]}]}}. `again` contains the misses that were not the first use of a line. */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/view/view.h"
#include "ui/view/view_curves.h"

/* Writes the member "curves" for the first data items of a view. */
void report_curves_put(UiJson *json, const View *view, const ViewCurves *curves);
