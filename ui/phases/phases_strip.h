/* SPDX-License-Identifier: GPL-2.0-or-later
 * phases_strip.h: draws the phases of a program as a strip, in the order of execution. */
#pragma once

#include <stdio.h>

#include "ui/phases/phases_representatives.h"

/* Writes the picture as SVG, with a legend and the positions of the representatives. name: the name of the program's
 * run, for the title. */
void phases_strip_svg(const PhasesRepresentatives *chosen, const char *name, FILE *file);
