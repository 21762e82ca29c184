/* coh_ahead.h: references that are simulated ahead of others that happen before them.
 *
 * A caller that simulates references that were recorded before may report which lines each processor's recorded
 * references touch. A plain hit to a line that no other processor's recorded references store to, and a plain store to
 * one that they do not touch at all, can then be simulated before those references although it happens after them: the
 * result is the same. The filter (coh_system-inl.h) keeps to this: it holds no line that others are about to store to,
 * and says of none that it can be stored to which others are about to read. With prefetchers it holds no line at all:
 * what others are about to fetch is not recorded. The same goes for a first store that only makes a line modified which
 * nobody else has (coh_line_is_silent(), coh_line_is_for_one()).
 *
 * Of a page that only one processor has used nothing needs to be noted: coh_claim() is enough, and says so. Of one that
 * others have used before, but to which none of their recorded references goes, or that all recorded references only
 * read, the lines are noted when the first that is of concern comes: most pages that threads share they use one after
 * the other, or only read.
 *
 * coh_pending_clear(system->pending, processor) forgets a processor's recorded references.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_AHEAD_H
#define COHERENCE_COH_AHEAD_H

#include "coherence/coh_system.h"

/* From now on the machine's filters ask what is pending. `whole`: pages may be noted whole, by which some hits wait for
 * their turn that need not: not for callers by whose results that can be seen. */
void coh_ahead_start(coh_system *system, bool whole);

/* A line is about to be passed to coh_ahead_line(): loads what that looks at into the host's cache. */
void coh_ahead_load(const coh_system *system, uint64_t line);

/* What is noted of a page for a processor. */
typedef enum {
  COH_AHEAD_WHOLE,      /* all that it does there */
  COH_AHEAD_READ_WHOLE, /* the same as long as it does not store there */
  COH_AHEAD_BY_LINE     /* nothing: coh_ahead_line() is to be called for each line there that it touches */
} coh_ahead_need;

/* A processor's recorded references touch the page of a line; `store`: they store to it. Call before any of them is
 * simulated. The answer holds until references of that processor, or of another one, are recorded next. */
coh_ahead_need coh_ahead_page(coh_system *system, unsigned processor, uint64_t line, bool store);
void coh_ahead_line(coh_system *system, unsigned processor, uint64_t line, bool store);

/* Whether what a processor refers to in the page of a line concerns no other, whatever the lines of their caches:
 * nobody else's recorded references go there, or all only read. The processor's own were noted. False may mean that it
 * is not known. */
bool coh_ahead_is_alone(const coh_system *system, unsigned processor, uint64_t line);

/* The processors whose recorded references may touch a line, as bits. */
uint64_t coh_ahead_touching(const coh_system *system, uint64_t line);

#endif
