/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_words.h: turns bottlenecks into findings, with text and figures. Only the files of ui/advice use this
 * header. */
#pragma once

#include "ui/advice/advice_causes.h"

/* Returns a finding about a bottleneck with the given cause. The caller frees the finding with
 * advice_finding_free(). */
AdviceFinding *advice_explain(const AdviceContext *context, const AdviceTrouble *trouble, const AdviceCause *cause);
