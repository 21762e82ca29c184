/* SPDX-License-Identifier: GPL-2.0-or-later
 * report_tried.h: writes the savings of other data layouts for the page.
 *
 * Form of the member: {"tried": {"stall": cycles of the unchanged program, "misses", "untried": number of changes left
 * out, "changes": [{"changes", "about", "why", and "stall" and "misses" with them, or "refused"}]}} */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/results/results_tried_file.h"

/* Writes the member. */
void report_tried_put(UiJson *json, const AdviceTried *tried);
