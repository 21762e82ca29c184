/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_words.h: bottlenecks as findings, with text and figures. Only for the files of advice_make*.c. */
#pragma once

#include "ui/advice/advice_causes.h"

/* Returns the finding for a bottleneck and its cause. The caller frees it with advice_finding_free(). */
AdviceFinding *advice_explain(const AdviceContext *context, const AdviceTrouble *trouble, const AdviceCause *cause);
