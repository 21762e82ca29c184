/* naive_fills.h: the caches of the naive machine (naive.h), as lines move.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#pragma once

#include "tests/coherence/naive_machine.h"

/* The reference that causes a fill. */
typedef struct {
  coh_who who;
  bool by_prefetch;
} filler;

/* A fetch uses the line in the node's last level, which fills it if it was not there. */
void naive_use_last_level(naive *m, uint64_t line, unsigned p);

/* The line leaves the D1 or L2. */
void naive_left(naive *m, uint64_t line, unsigned p);
void naive_left_l2(naive *m, uint64_t line, unsigned p);

/* Fill a line into the L2 or D1. */
void naive_fill_l2(naive *m, uint64_t line, unsigned p, filler fill);
void naive_fill_d1(naive *m, uint64_t line, unsigned p, filler fill);
