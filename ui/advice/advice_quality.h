/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_quality.h: limits of the findings that follow from properties of the run and of the program's files. Only for
 * advice.c. */
#pragma once

#include "ui/analysis/analysis_focus.h"

/* Returns sentences (char *, escaped for printing), each with a remedy; an empty array if nothing limits the findings.
 * The caller frees the array. */
GPtrArray *advice_quality(const View *view, const AnalysisFocus *focus);
