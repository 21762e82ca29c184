/* naive_prefetch.h: the prefetchers of the naive machine (naive.h).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "tests/coherence/naive_machine.h"

/* Trains the L2's prefetchers with a line that the D1 has requested. Returns the number of lines that they fetched. */
uint32_t naive_train_l2(naive *m, uint64_t line, unsigned p, const coh_blame *blame);

/* Trains the D1's prefetchers with a use of a line. Adds the lines that they fetched to *all. */
void naive_train(naive *m, uint64_t address, unsigned p, const coh_blame *blame, coh_prefetching *all);
