/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_find.h: finds bottlenecks (advice_trouble.h). Only the files of ui/advice use this header. */
#pragma once

#include "ui/advice/advice_trouble.h"

/* Returns the bottlenecks in focus, by decreasing weight, as AdviceTrouble *. The caller owns the array. `rule` is not
 * set yet. */
GPtrArray *advice_find(const AdviceContext *context);

/* Returns whether a bottleneck, of which a part was moved to others, still has enough misses and stall for a
 * finding. */
bool advice_trouble_matters(const AdviceContext *context, const AdviceTrouble *trouble);

/* Sums up the references to each data group of the context. Returns an array, indexed by data group, which the caller
 * frees. */
AdviceSetUses *advice_uses_of_sets(const AdviceContext *context);

/* Returns whether functions that copy memory both load from the blocks of the data and store to them, about equally
 * often: they copy the contents of one block to the next. */
bool advice_is_copied_to_next(const AdviceContext *context, uint32_t data);

/* Returns whether the data are temporary arrays: several heap blocks, each of which the program fills once and reads
 * once. */
bool advice_is_temporary(const AdviceContext *context, uint32_t data);

/* Returns the number of the hottest shared line that contains part of a data group, or ADVICE_NONE. If the events of
 * the data are on many lines, prefers lines that contain no other data, because the line where two data meet is not
 * typical. */
uint32_t advice_hot_line(const AdviceContext *context, uint32_t data);
