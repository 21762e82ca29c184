/* ui_phases_strip.h: the run as a strip, from its begin to its end: which phase is where, as a picture.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_PHASES_STRIP_H
#define UI_UI_PHASES_STRIP_H

#include <stdio.h>

#include "ui/phases/ui_representatives.h"

/* Writes it as SVG, with a legend and the representatives' places. `name`: of the run. */
void ui_phases_strip_svg(const UiRepresentatives *chosen, const char *name, FILE *file);

#endif
