/* coh_access.h: simulates references, given by their address. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_system.h"

/* Simulates a reference of `size` bytes (at least 1) at `address` by `processor`, at the time of the processor's clock.
 * `blame` has the requesters of the reference, to which the outcomes of later references refer. Sets and counts the
 * outcome, and adds its stall to the processor's clock. */
void coh_access(coh_system *system, unsigned processor, uint64_t address, uint32_t size, coh_kind kind,
                const coh_blame *blame, coh_outcome *outcome);

/* Prefetches, into the host's caches, the structures that misses on these addresses will read. Words that are not
 * addresses are allowed. */
void coh_prefetch(const coh_system *system, unsigned processor, const uint64_t *addresses, unsigned n);
