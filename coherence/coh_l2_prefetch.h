/* SPDX-License-Identifier: GPL-2.0-or-later
 * coh_l2_prefetch.h: the prefetches of a processor into its L2. coh_prefetcher.c states the rules. */
#pragma once

#include "coherence/coh_system-inl.h"

/* Trains the prefetchers of the L2, which must exist, with a line that the D1 has requested from the L2, for a reference with `blame` or for a
 * prefetch that this reference caused. Fetches the lines that the prefetchers request. Returns their number. A fetch
 * can evict lines from the D1, also `line`. */
unsigned coh_l2_prefetch_train(coh_system *system, coh_processor *p, uint64_t line, const coh_blame *blame);
