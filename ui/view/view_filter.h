/* SPDX-License-Identifier: GPL-2.0-or-later
 * view_filter.h: filters rows and columns out of a view, by conditions that the user types.
 *
 * A condition is one of:
 *   code:SELECTOR, data:SELECTOR  the code segments or data bins that the selector matches (view_select.h)
 *   object:PATTERN                code segments of an executable or library. The pattern, with * and ?, matches its
 *                                 path or name
 *   file:PATTERN                  code segments of a source file, with such a pattern
 *   kind:KIND,KIND...             data bins of these kinds
 *   KEY>=NUMBER                   rows and columns whose value of a sort key reaches a limit. The operator can also be
 *                                 >, < or <=. NUMBER is a count or, with %, a percentage of the total. For the miss
 *                                 rate, it is always a percentage; for mpki, never */
#pragma once

#include "ui/view/view.h"

/* Hides all items that fulfil `condition` or, if `only` is set, all items on the condition's axes that do not. A limit
 * applies to both axes, unless `axis` is "code" or "data"; for other conditions, `axis` must be NULL. Returns false,
 * sets *error (VIEW_SELECT_ERROR) and changes nothing if the condition is not valid, matches nothing, or would hide
 * everything. */
bool view_filter(View *view, bool only, const char *condition, const char *axis, GError **error);
