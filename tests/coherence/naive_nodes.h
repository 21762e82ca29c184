/* naive_nodes.h: the nodes of the naive machine (naive.h): their memory, their buses, and the suppliers of lines.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "tests/coherence/naive_machine.h"

/* Returns the node of a processor. */
unsigned naive_node_of(const naive *m, unsigned p);

/* Returns the node of the line's memory. `toucher`: the node that asks. */
unsigned naive_home_of(naive *m, uint64_t line, unsigned toucher);

/* Makes a transaction for a line. Returns how long it waits for the bus of the line's node. */
uint32_t naive_wait_for_bus(naive *m, uint64_t line, unsigned p);

/* Transfers a line through a channel or link of a bandwidth, in thousandths of a byte per cycle. Returns when the
 * transfer begins, in ticks. */
uint64_t naive_transfer(const naive *m, uint64_t *free, uint32_t bandwidth, unsigned p);

/* Memory supplies a line to a processor. Returns how many cycles the line waits for earlier ones. */
uint32_t naive_wait_for_memory(naive *m, uint64_t line, unsigned p);

/* Returns which cache or memory supplies a line that the processor does not have. */
coh_source naive_supplier(naive *m, uint64_t line, unsigned self);

/* Returns whether the supplier of a fetched line is on another node. */
bool naive_is_from_afar(naive *m, uint64_t line, unsigned self, coh_source source);

/* Returns the latency of a source, in cycles. */
uint32_t naive_latency(const naive *m, coh_source source, bool remote);
