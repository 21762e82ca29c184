/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_source.h: the source with the counts of each line, as text. */
#pragma once

#include "ui/analysis/analysis_focus.h"
#include "ui/screens/screen.h"

/* Appends the source of the code in focus, file by file, with its references to the data in focus; `where` has the
 * folders of sources (analysis_source_text.h; NULL: where they were compiled). A file that is missing, or newer than
 * the program, appears without text. */
void screen_source(const Screen *screen, const View *view, const AnalysisFocus *focus, const char *where, GString *out);

/* Appends the `n` hottest lines of all code in focus. */
void screen_source_lines(const Screen *screen, const View *view, const AnalysisFocus *focus, const char *where,
                         uint32_t n, GString *out);
