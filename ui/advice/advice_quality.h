/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_quality.h: what limits the findings: properties of the run and of the program's files. Only for advice.c. */
#pragma once

#include "ui/analysis/analysis_focus.h"

/* Returns sentences (char *, escaped for printing), each with what to do; empty if nothing limits the findings. The
 * caller frees the array. */
GPtrArray *advice_quality(const View *view, const AnalysisFocus *focus);
