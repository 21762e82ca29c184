/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_callers.h: call paths, and the callers and callees of functions. */
#pragma once

#include "ui/screens/screen.h"
#include "ui/view/view_select.h"

/* Appends the `most` call paths with the greatest inclusive cost, as a tree. The profile must have callers. */
void screen_paths(const Screen *screen, const View *view, uint32_t most, GString *out);

/* Appends the costs of the selected functions, their callers and callees, and their call paths, of each at most `most`.
 * Returns false, without output, if no call path contains such a function, as for inlined functions. */
bool screen_callers(const Screen *screen, const View *view, const ViewSelection *code, uint32_t most, GString *out);
