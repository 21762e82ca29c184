/* naive_traffic.h: the bytes that move in the naive machine (naive.h), and the caches that are newer than memory.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "tests/coherence/naive_machine.h"

/* Counts that a line of these data moves. */
void naive_moves(naive *m, uint64_t *bytes, coh_move way, coh_who data);

#define NAIVE_READS(m, to, way) naive_moves(m, &(m)->processors[(m)->moving].counts.to, way, (m)->blamed.filler)

void naive_write_to_memory(naive *m, uint64_t line);

/* The D1 or L2 writes its modified bytes back. */
void naive_write_d1_back(naive *m, uint64_t line, unsigned p);
void naive_write_l2_back(naive *m, uint64_t line, unsigned p);

/* A processor is about to read a line, perhaps from another one: under MOESI that keeps it modified outside of its L2.
 */
void naive_write_back_to_read(naive *m, uint64_t line, unsigned self);

/* A processor stores to a line that is in its D1, or that its D1 gets now. */
void naive_modify(naive *m, uint64_t line, unsigned p);

/* Memory supplies a line: newer data of last levels are written to memory before. */
void naive_read_memory(naive *m, uint64_t line);
