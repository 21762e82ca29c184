/* ui_phases_strip.h: the run as a strip, from its begin to its end: which phase is where.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef UI_UI_PHASES_STRIP_H
#define UI_UI_PHASES_STRIP_H

#include <stdio.h>

#include "ui/phases/ui_phases.h"

/* As many as have a character each. */
enum { UI_PHASES_MOST = 61 };

/* The character of a phase, which is counted from 0: 1 to 9, then letters. */
char ui_phases_mark(unsigned phase);

/* Appends a line of up to `width` such characters, each for as much of the run: the phase that has most of it. */
void ui_phases_strip_text(const UiPhases *phases, unsigned width, GString *out);

/* Writes the strip as a picture (SVG), with a legend and the representatives' places. `name`: of the run. */
void ui_phases_strip_svg(const UiPhases *phases, const char *name, FILE *file);

#endif
