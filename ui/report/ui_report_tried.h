/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_report_tried.h: savings of other data layouts, for the page.
 *
 * {"tried": {"stall": cycles of the unchanged program, "misses", "untried": number of changes left out, "changes":
 * [{"changes", "about", "why", and "stall" and "misses" with them, or "refused"}]}} */
#pragma once

#include "ui/base/ui_json.h"
#include "ui/runs/ui_tried_file.h"

/* Writes the member. */
void ui_report_tried_put(UiJson *json, const UiTried *tried);
