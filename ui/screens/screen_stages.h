/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_stages.h: prints the stages of a run (memspy.h). */
#pragma once

#include "ui/screens/screen.h"

/* Appends the tree of all stages, with their shares of the view's metric, and the matrix of stages and data. The profile
 * must have stages. */
void screen_stages(const Screen *screen, const View *view, GString *out);

/* Appends the matrix of code and data of the stages that a pattern selects (view_stages_select()). Percentages are those
 * of the whole run. Returns false if the pattern matches no stage. */
bool screen_stages_inside(const Screen *screen, const View *view, const char *pattern, GString *out);
