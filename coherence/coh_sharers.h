/* coh_sharers.h: state transitions at the other sharers of a line. SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "coherence/coh_system-inl.h"

/* The number that stands for no processor. */
enum { COH_NOBODY = -1 };

/* Requests a shared line from its sharers. For a read, the owner gives up ownership. For a store (`own`), invalidates
 * all copies, and records `storer` as the requester. Returns the processor that supplies the line, or COH_NOBODY. */
int coh_sharers_ask(coh_system *system, coh_holding *holding, bool own, coh_who storer);

/* Invalidates the copies of a line at the processors `losers`, and records `storer` as the requester. `losers` are all
 * sharers other than the storing processor. The directory entry remains; the caller adds the storing processor as the
 * owner. */
void coh_sharers_lose(coh_system *system, coh_holding *holding, uint64_t losers, coh_who storer);
