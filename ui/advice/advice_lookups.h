/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_lookups.h: finds look-ups, such as those of a hash table: a line in no loop, in a function that is called often,
 * uses one element for each call. Only the files of ui/advice use this header. */
#pragma once

#include "ui/advice/advice_text.h"

/* Returns whether the hottest line of a bottleneck looks an element up: the line is in no loop, it has few references for
 * each call of its function, and the function computes the subscript instead of getting it from its caller. */
bool advice_lookups_is(const AdviceContext *context, const AdviceTrouble *trouble, const AdviceElement *element);

/* Appends the look-up to the finding, and its remedy. */
void advice_lookups_say(const AdviceWords *words);
