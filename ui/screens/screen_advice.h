/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_advice.h: advice as text. */
#pragma once

#include "ui/advice/advice_tried.h"
#include "ui/analysis/analysis_focus.h"
#include "ui/names/name_table.h"
#include "ui/screens/screen.h"

/* Appends the findings of advice_make() for the cells in focus, and the results of changes that were tried. NULL for
 * the focus: all cells; NULL for the results: nothing was tried. */
void screen_advice(const Screen *screen, const View *view, const NameTable *names, const AnalysisFocus *focus,
                   const char *where, const AdviceTried *tried, GString *out);

/* Appends a short form of the few findings of the whole run that can save most: cause, place and change. If there are
 * no findings, appends nothing and returns false. */
bool screen_advice_first(const Screen *screen, const View *view, const NameTable *names, const char *where,
                         GString *out);

/* Appends all rules, each with its explanation, its source and its remedy. */
void screen_advice_rules(const Screen *screen, const Profile *profile, GString *out);
