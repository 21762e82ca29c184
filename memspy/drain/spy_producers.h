/* spy_producers.h: finds the producers of the address of a load that misses (bins/bin_dependence.h).
 *
 * The search starts at the load, and goes back through the recorded runs of its lane. The summaries of their blocks
 * (record/spy_summary.h) lead from the address to the loads from which it was computed. If the line of such a load was
 * brought by a recent miss, that miss is a producer: the load waits for the line, whichever instruction missed.
 * Otherwise, the load hit a line that was there, and the search continues with the load's own address. In both cases, it
 * also continues with the value of the latest store to the load's bytes, if that is recorded. So a pointer that is
 * spilled to the stack leads to the load that produced it.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_dependence.h"
#include "memspy/core/spy_valgrind.h"

/* Call before the first block is translated. Starts to learn producers, if the machine has instruction windows. */
void spy_producers_start(void);

/* A thread that runs alone is drained next, from `begin` to `end`, without a lane; `begin` is NULL: by lanes again. */
void spy_producers_alone(UInt processor, const ULong *begin, const ULong *end);

/* For tests: the bin_producer_search. The closure is the machine's bin_dependences. The load is at the position of the
 * processor's lane, or after it in the same run. */
unsigned spy_producers_find(void *closure, unsigned processor, const bin_site *site, uint64_t address,
                            bin_producer *found);
