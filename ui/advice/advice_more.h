/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_more.h: finds the run options that make findings surer. Only for the files of advice_make*.c. */
#pragma once

#include "ui/advice/advice_find.h"

/* Returns the command that repeats the run with the options that make the findings (AdviceFinding *) surer, escaped for
 * printing; NULL: no option would. Owned by the caller. */
char *advice_more(const AdviceContext *context, const GPtrArray *findings);
