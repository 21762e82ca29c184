/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_callers.h: prints call paths, and the callers and callees of functions. */
#pragma once

#include "ui/names/name_table.h"
#include "ui/screens/screen.h"
#include "ui/view/view_select.h"

/* Appends the call paths with the greatest inclusive costs, at most `most`, as a tree. If the metric is stall or
 * counts misses, appends the matrix of call paths and data (analysis_paths.h), too. The profile must have callers. */
void screen_paths(const Screen *screen, const View *view, const NameTable *names, uint32_t most, GString *out);

/* Appends the costs of the selected functions, their callers, their callees and their call paths; at most `most` of
 * each. If no call path contains such a function, as for inlined functions, appends nothing and returns false. */
bool screen_callers(const Screen *screen, const View *view, const NameTable *names, const ViewSelection *code,
                    uint32_t most, GString *out);
