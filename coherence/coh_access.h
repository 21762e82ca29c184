/* coh_access.h: references by their address.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_ACCESS_H
#define COHERENCE_COH_ACCESS_H

#include "coherence/coh_system.h"

/* One reference of `size` bytes (1 or more) at `address` by `processor`, at the time of its clock; `blame` names
 * whose it is, for later outcomes. Writes the outcome, counts it, and adds the stall to the processor's clock. */
void coh_access(coh_system *system, unsigned processor, uint64_t address, uint32_t size, coh_kind kind,
                const coh_blame *blame, coh_outcome *outcome);

/* Loads ahead what misses on these addresses will look at, which the host is unlikely to have at hand when the
 * program's memory is large. Words that are not addresses do no harm. */
void coh_prefetch(const coh_system *system, unsigned processor, const uint64_t *addresses, unsigned n);

#endif
