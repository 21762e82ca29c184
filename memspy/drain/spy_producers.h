/* spy_producers.h: finds the producers of the address of a load that misses (bins/bin_dependence.h).
 *
 * The search starts at the load, and goes back through the recorded runs of its lane. The summaries of their blocks
 * (record/spy_summary.h) lead from the address to the loads from which it was computed. If a recent miss of any
 * instruction brought the line of such a load, that miss is a producer, because the load waits for the line. Otherwise,
 * the load hit a line that was already cached, and the search continues with the load's own address. In both cases, the
 * search also continues with the value of the latest recorded store to the load's bytes. So a pointer that is
 * spilled to the stack leads to the load that produced it.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_dependence.h"
#include "memspy/core/spy_valgrind.h"

/* Call before the first block is translated. Starts to learn producers, if the machine has instruction windows. */
void spy_producers_start(void);

/* Call before the records [begin, end) of a thread that runs alone are drained without a lane. With `begin` NULL,
 * records are drained by lanes again. */
void spy_producers_alone(UInt processor, const ULong *begin, const ULong *end);

/* Implements bin_producer_search; public for tests. The closure is the machine's bin_dependences. The load is at the
 * position of the processor's lane, or later in the same block run. */
unsigned spy_producers_find(void *closure, unsigned processor, const bin_site *site, uint64_t address,
                            bin_producer *found);
