/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_source.h: prints the source with the counts of each line. */
#pragma once

#include "ui/analysis/analysis_focus.h"
#include "ui/screens/screen.h"

/* Appends the source of the code in focus, file by file, with the counts of its references to the data in focus.
 * `where`: the folders in which source files are searched for (analysis_source_text.h); NULL: the folders in which they
 * were compiled. If a source file is missing, or newer than the program, its lines appear without text. */
void screen_source(const Screen *screen, const View *view, const AnalysisFocus *focus, const char *where, GString *out);

/* Appends the `n` hottest source lines of all code in focus. */
void screen_source_lines(const Screen *screen, const View *view, const AnalysisFocus *focus, const char *where,
                         uint32_t n, GString *out);
