/* coh_family_use.h: makes the references of a stack group (coh_family.h). SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_family_batch.h"
#include "coherence/coh_play.h"

/* Makes the references of a pattern on each machine. All patterns must come from one processor. A cell takes about 16
 * bytes for each way of the largest D1 of each number of sets, and 56 for each machine. */
void coh_family_play(coh_family *family, const coh_pattern *pattern);

/* Makes a reference to the lines from `first` to `last` without counting it. */
void coh_family_use(coh_family *family, uint64_t first, uint64_t last, coh_kind kind, uint32_t cell);

/* Returns the most recent uses (for coh_newest_take()) by set of the D1 with the fewest sets, coh_family_sets() of
 * them; COH_NO_LINE: unknown. */
uint64_t *coh_family_newest(coh_family *family);

/* Returns the batch of the next references, which must already be recorded as the most recent uses. A caller that finds
 * it full calls coh_family_go() first. */
coh_family_batch *coh_family_next(coh_family *family);
void coh_family_go(coh_family *family);

/* Returns the counts of the references of a kind in a cell. */
uint64_t *coh_family_counts(coh_family *family, coh_kind kind, uint32_t cell);

/* Makes all collected references, and all pending uses of last levels. */
void coh_family_finish(coh_family *family);
