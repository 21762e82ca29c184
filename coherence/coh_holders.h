/* coh_holders.h: what a processor's use of a line does to the others that hold it.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef COHERENCE_COH_HOLDERS_H
#define COHERENCE_COH_HOLDERS_H

#include "coherence/coh_system-inl.h"

/* No processor. */
enum { COH_NOBODY = -1 };

/* A processor gets a line that others hold, which makes the owner step down, or, to store to it (`own`), takes all
 * copies away on account of `storer`. Returns the processor that supplies the line, or COH_NOBODY. */
int coh_holders_ask(coh_system *system, coh_holding *holding, bool own, coh_who storer);

/* Takes a line away from `losers`, all its other holders, on account of `storer`. The entry stays, to which the caller
 * adds the processor that stores, as the owner. */
void coh_holders_lose(coh_system *system, coh_holding *holding, uint64_t losers, coh_who storer);

#endif
