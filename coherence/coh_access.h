/* coh_access.h: references by their address. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_system.h"

/* Simulates a reference of `size` bytes (at least 1) at `address` by `processor`, at its clock. `blame` is its
 * requester, to which later outcomes refer. Sets the outcome, counts it, and adds the stall to the processor's clock.
 */
void coh_access(coh_system *system, unsigned processor, uint64_t address, uint32_t size, coh_kind kind,
                const coh_blame *blame, coh_outcome *outcome);

/* Prefetches into the host's caches the structures that misses on these addresses will read. Words that are not
 * addresses do no harm. */
void coh_prefetch(const coh_system *system, unsigned processor, const uint64_t *addresses, unsigned n);
