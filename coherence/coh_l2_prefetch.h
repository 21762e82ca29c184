/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_l2_prefetch.h: the prefetches of a processor into its L2.
 *
 * coh_prefetcher.c states the rules. Call these functions only for a processor with an L2 prefetcher. */
#pragma once

#include "coherence/coh_system-inl.h"

/* Trains the L2 prefetcher with a line that the D1 has requested from the L2, for a reference with `blame` or for a
 * prefetch that this reference caused. Fetches the lines that the prefetcher requests. Returns their number. A fetch
 * can evict lines from the D1, also `line`. */
unsigned coh_l2_prefetch_train(coh_system *system, coh_processor *p, uint64_t line, const coh_blame *blame);

/* Uses the line in `slot` of the L2 for a request of the D1. If it is the first use of a prefetched line, adds it to
 * the covered lines of *outcome. If the line has not arrived yet, sets the stall of *outcome to the remaining time. */
void coh_l2_prefetch_use(coh_processor *p, uint64_t slot, coh_outcome *outcome);

/* The line in `slot` of the L2 leaves the L2: counts it as unused if it was prefetched and not used. */
void coh_l2_prefetch_drop(const coh_system *system, coh_processor *p, uint64_t slot);
