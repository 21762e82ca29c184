/* SPDX-License-Identifier: GPL-2.0-or-later
 * phases_strip.h: a picture of the run as a strip, with its phases in the order of execution. */
#pragma once

#include <stdio.h>

#include "ui/phases/phases_representatives.h"

/* Writes the picture as SVG, with a legend and the places of the representatives. name: the name of the run. */
void phases_strip_svg(const PhasesRepresentatives *chosen, const char *name, FILE *file);
