/* coh_family_use.h: makes the references of a family (coh_family.h).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_FAMILY_USE_H
#define COHERENCE_COH_FAMILY_USE_H

#include "coherence/coh_family_batch.h"
#include "coherence/coh_play.h"

/* Makes the references of a pattern on each of the machines. All patterns must be of one processor. A cell takes some
 * 16 bytes for each way of the largest D1 of each number of sets, and 56 for each machine. */
void coh_family_play(coh_family *family, const coh_pattern *pattern);

/* Makes a reference to the lines from `first` to `last`, but does not count it. */
void coh_family_use(coh_family *family, uint64_t first, uint64_t last, coh_kind kind, uint32_t cell);

/* The newest lines, by set of the D1 that has the fewest: their uses, for coh_newest_take(); COH_NO_LINE: not known.
 * coh_family_sets() of them. */
uint64_t *coh_family_newest(coh_family *family);

/* The references that are made next, which are noted in the newest lines: whoever finds the batch full lets them go
 * first. */
coh_family_batch *coh_family_next(coh_family *family);
void coh_family_go(coh_family *family);

/* Where the references of a kind in a cell are counted. */
uint64_t *coh_family_counts(coh_family *family, coh_kind kind, uint32_t cell);

/* Makes all references that are collected, and all uses of last levels that wait. */
void coh_family_finish(coh_family *family);

#endif
