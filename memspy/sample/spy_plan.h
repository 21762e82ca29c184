/* spy_plan.h: which stretches of a sampled run are simulated: one in each period (--sample), or those that represent
 * its phases (--sample-phases).
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#ifndef MEMSPY_SPY_PLAN_H
#define MEMSPY_SPY_PLAN_H

#include "bins/bin_batches.h"
#include "memspy/core/spy_valgrind.h"

/* A stretch that counts, in instructions of the whole process. */
typedef struct {
  Long begin; /* where it begins in the run; SPY_PLAN_NEVER: there is none any more */
  Long length;
  Long warmup; /* so much before it fills the caches, as far as nothing else is in the way */
  UInt phase;  /* that it represents, by its number in the batches; 0 in a period */
} spy_planned;

#define SPY_PLAN_NEVER (1LL << 62)

/* After options: nothing is planned yet. */
void spy_plan_start(void);

/* What comes next. */
spy_planned spy_plan_next(void);

/* Nothing comes any more: the process is another one than that whose phases were found. */
void spy_plan_end(void);

/* Empty batches for what is planned. */
bin_batches *spy_plan_batches(bin_account *account);

#endif
