/* SPDX-License-Identifier: GPL-2.0-or-later
 * advice_trouble.h: changes the cycles of bottlenecks: replaces latency by stall, and joins bottlenecks. Only the files of
 * ui/advice use this header. */
#pragma once

#include "ui/advice/advice_find.h"

/* Sorts the source lines of a bottleneck by decreasing cycles. Of lines with equal cycles, those with more latency come
 * first. */
void advice_trouble_sort_places(AdviceTrouble *trouble);

/* Sorts an array of AdviceTroublePart by decreasing counts. */
void advice_trouble_sort_parts(GArray *parts);

/* Replaces the latencies of a bottleneck, of its source lines and of its groups by the stall: the parts for which the
 * processors waited. Sorts the lines and groups by their stall. If bottlenecks are chosen by latency, keeps the shares
 * and the order of the latencies. Call once, after the rule is set. */
void advice_trouble_wait(const AdviceContext *context, AdviceTrouble *trouble);

/* Adds the cycles, counts and source lines of the bottleneck `other` to the bottleneck `one`. Call only after
 * advice_trouble_wait() for both. */
void advice_trouble_join(const AdviceContext *context, AdviceTrouble *one, const AdviceTrouble *other);

/* Moves a part of the cycles of the bottleneck `other`, between 0 and 1, to the bottleneck `one`. `other` keeps the
 * rest of its cycles, misses and counts. `one` keeps its misses and counts, because they describe its own data. Returns
 * the moved cycles. Call only after advice_trouble_wait() for both. */
double advice_trouble_move(AdviceTrouble *one, AdviceTrouble *other, double part);
