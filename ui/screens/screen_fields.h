/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_fields.h: prints the counts of data bins, divided by fields. */
#pragma once

#include "ui/analysis/analysis_focus.h"
#include "ui/names/name_table.h"
#include "ui/screens/screen.h"

/* Appends a table of fields for each of the first few bins in focus whose fields have references. */
void screen_fields(const Screen *screen, const View *view, const NameTable *names, const AnalysisFocus *focus,
                   GString *out);
