/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_filter.h: conditions by which a user filters rows and columns out of a view.
 *
 * A condition is one of:
 *   code:SELECTOR, data:SELECTOR  the code segments or data bins of the selector (view_select.h)
 *   object:PATTERN                code segments of an executable or library: its path or name, with * and ?
 *   file:PATTERN                  code segments of a source file, likewise
 *   kind:KIND,KIND...             data bins of these kinds
 *   KEY>=NUMBER                   rows and columns by a limit for a sort key: also >, < and <=. NUMBER is a count, or,
 *                                 with %, a percentage of the total; for the miss rate always a percentage, and for
 *                                 mpki never */
#pragma once

#include "ui/view/view.h"

/* Hides all items that fulfil `condition`, or, with `only`, all items on its axes that do not. A limit applies to
 * both axes, unless `axis`, "code" or "data", selects one; else `axis` must be NULL. Returns false, sets *error
 * (VIEW_SELECT_ERROR) and changes nothing if the condition is invalid, matches nothing or leaves nothing. */
bool view_filter(View *view, bool only, const char *condition, const char *axis, GError **error);
