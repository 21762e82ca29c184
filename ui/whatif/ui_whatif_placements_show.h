/* ui_whatif_placements_show.h: what came of a trace with its data at other addresses, in words and as JSON.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_WHATIF_PLACEMENTS_SHOW_H
#define UI_UI_WHATIF_PLACEMENTS_SHOW_H

#include <stdio.h>

#include "ui/whatif/ui_whatif_placements.h"

/* Writes the totals and the first ten data of a UiWhatifPlacements, or all as JSON: a UiDiffWriter. */
void ui_whatif_show_placements(void *placements, FILE *file, bool as_json);

#endif
