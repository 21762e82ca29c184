/* spy_host.h: the caches of the computer that the tool runs on.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_HOST_H
#define MEMSPY_SPY_HOST_H

#include "coherence/coh_config.h"
#include "memspy/spy_valgrind.h"

/* Describes this computer: D1, L2 and last level as the processor tells them; processors, latencies and
 * protocol of the default preset. A last level whose number of sets is no power of two is made the next
 * smaller one that is. False when the processor does not tell its D1. */
Bool spy_host_machine(coh_config *machine);

#endif
