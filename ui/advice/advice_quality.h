/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_quality.h: finds limits of the findings that result from properties of the profiled run and of the program's
 * files. Only advice.c uses this header. */
#pragma once

#include "ui/analysis/analysis_focus.h"

/* Returns sentences (char *, escaped for printing) about limits of the findings, each with a remedy. The array is empty
 * if nothing limits the findings. The caller frees the array. */
GPtrArray *advice_quality(const View *view, const AnalysisFocus *focus);
