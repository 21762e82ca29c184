/* SPDX-License-Identifier: GPL-2.0-or-later
 * ui_filter.h: conditions by which a user filters rows and columns out of a view.
 *
 * A condition is one of:
 *   code:SELECTOR, data:SELECTOR  the code segments or data bins that the selector names (ui_select.h)
 *   object:PATTERN                code segments of an executable or library: its path or the end of that, with * and ?
 *   file:PATTERN                  code segments of a source file: the same
 *   kind:KIND,KIND...             data bins of these kinds
 *   KEY>=NUMBER                   rows and columns with so much of what can be sorted by: also >, < and <=. NUMBER is a
 * count, or, with %, a percentage of the total; of the miss rate always a percentage */
#ifndef UI_UI_FILTER_H
#define UI_UI_FILTER_H

#include "ui/model/ui_view.h"

/* Filters out all that fulfils `condition`, or, with `only`, all on the axes that it is about that does not. A
 * condition on amounts is about both axes, unless `axis`, "code" or "data", says about which; else that must be NULL.
 * Returns false and sets *error (UI_SELECT_ERROR), and changes nothing, when it is no condition, matches nothing or
 * leaves nothing. */
bool ui_filter(UiView *view, bool only, const char *condition, const char *axis, GError **error);

#endif
