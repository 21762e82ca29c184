/* coh_early.h: lookahead: simulates some references earlier than in their order, with the same result.
 *
 * A caller that simulates recorded references can report the lines that the recorded references of each processor
 * touch. Then some hits of a processor can be simulated before the recorded references of other processors. A plain hit
 * can be simulated early if the recorded references of other processors do not store to the line. A plain store can be
 * simulated early if they do not touch the line. The filter (coh_system-inl.h) follows this rule: it holds no line to
 * which another processor will store, and marks no line as writable that another processor will read. With prefetchers
 * it holds no line, since lines to be prefetched are not recorded. The rule also covers a first store that only changes
 * the state of a line that no other processor has (coh_line_is_silent(), coh_line_is_for_one()).
 *
 * A page that only one processor has used needs no records: coh_claim() reports such pages. Threads mostly use shared
 * pages one after the other, or only read them. So a page is recorded as a whole if the recorded references of only one
 * processor touch it, or if all recorded references only read it. Its lines are recorded when the first conflicting
 * reference comes.
 *
 * coh_lookahead_clear(system->pending, processor) forgets a processor's recorded references.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_system.h"

/* Makes the machine's filters respect the recorded references. If `whole`, pages can be recorded as a whole. In this
 * case, some hits wait for their turn unnecessarily. If such a wait changes the caller's results, `whole` must be
 * false. */
void coh_early_start(coh_system *system, bool whole);

/* Prefetches, into the host's cache, the data that coh_early_line() will read for a line. */
void coh_early_load(const coh_system *system, uint64_t line);

/* Which of a processor's references to a page are recorded by the record of the whole page. */
typedef enum {
  COH_EARLY_WHOLE,      /* all references of the processor to the page */
  COH_EARLY_READ_WHOLE, /* all references of the processor to the page, until one of them is a store */
  COH_EARLY_BY_LINE     /* no references: call coh_early_line() for each touched line of the page */
} coh_early_need;

/* Records that a processor's recorded references touch the page of a line. `store`: whether some of these references
 * store to the page. Call it before any of these references is simulated. The result is valid until a
 * processor records further references. */
coh_early_need coh_early_page(coh_system *system, unsigned processor, uint64_t line, bool store);
void coh_early_line(coh_system *system, unsigned processor, uint64_t line, bool store);

/* Returns true if no other processor refers to the page of a line, or if all processors only read it. Then no recorded
 * reference of another processor conflicts with the processor's references to the page, regardless of the contents of
 * the caches. The processor's own references must have been recorded. The result can be false even if there is no
 * conflict. */
bool coh_early_is_alone(const coh_system *system, unsigned processor, uint64_t line);

/* Returns, as a bit mask, the processors whose recorded references possibly touch a line. */
uint64_t coh_early_touching(const coh_system *system, uint64_t line);
