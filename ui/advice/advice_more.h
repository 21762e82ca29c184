/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_more.h: finds run options that make findings more certain. Only the files of ui/advice use this header. */
#pragma once

#include "ui/advice/advice_find.h"

/* Returns a command that repeats the profiled run with the options that make the findings (AdviceFinding *) more
 * certain, escaped for printing; NULL: no option does. The caller owns the command. */
char *advice_more(const AdviceContext *context, const GPtrArray *findings);
