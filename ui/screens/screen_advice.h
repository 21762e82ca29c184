/* SPDX-License-Identifier: GPL-2.0-or-later
 * screen_advice.h: advice as text. */
#pragma once

#include "ui/advice/advice_tried.h"
#include "ui/analysis/analysis_focus.h"
#include "ui/names/name_table.h"
#include "ui/screens/screen.h"

/* Appends the findings of advice_make() for the cells in focus (NULL: all), and the results of tried changes (NULL:
 * none). */
void screen_advice(const Screen *screen, const View *view, const NameTable *names, const AnalysisFocus *focus,
                   const char *where, const AdviceTried *tried, GString *out);

/* Appends the few findings of the whole run that can save most, in short: cause, place and change. Returns false,
 * and appends nothing, if there are none. */
bool screen_advice_first(const Screen *screen, const View *view, const NameTable *names, const char *where,
                         GString *out);

/* Appends all rules, each with its explanation, source and remedy. */
void screen_advice_rules(const Screen *screen, const Profile *profile, GString *out);
