/* coh_sharers.h: transitions in the other sharers of a line. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_system-inl.h"

/* No processor. */
enum { COH_NOBODY = -1 };

/* Requests a shared line from its sharers. For a read, the owner gives up ownership; for a store (`own`), all copies
 * are invalidated, for the requester `storer`. Returns the processor that supplies the line, or COH_NOBODY. */
int coh_sharers_ask(coh_system *system, coh_holding *holding, bool own, coh_who storer);

/* Invalidates the copies of `losers`, all other sharers of a line, for the requester `storer`. The entry stays; the
 * caller adds the storing processor as owner. */
void coh_sharers_lose(coh_system *system, coh_holding *holding, uint64_t losers, coh_who storer);
