/* spy_plan.h: plans the samples of a sampled run: one sample in each period (--sample), or the samples that represent
 * its phases (--sample-phases).
 * SPDX-License-Identifier: GPL-2.0-or-later */
#pragma once

#include "bins/bin_batches.h"
#include "memspy/core/spy_valgrind.h"

/* A planned sample. Lengths and positions are in instructions of the whole process. */
typedef struct {
  Long begin; /* position in the run at which the sample starts; SPY_PLAN_NEVER: there are no more samples */
  Long length;
  Long warmup; /* number of instructions before the sample that fill the caches, unless they belong to another sample */
  UInt phase;  /* with phases: number of the sample's interval, for bin_batches_phase(); otherwise 0 */
} spy_planned;

#define SPY_PLAN_NEVER (1LL << 62)

/* Starts the plan, after options were parsed. */
void spy_plan_start(void);

/* Returns the next sample. */
spy_planned spy_plan_next(void);

/* Ends the plan. Call it if the phases were found in a run of another process than this one. */
void spy_plan_end(void);

/* Returns empty batches for the planned samples. */
bin_batches *spy_plan_batches(bin_account *account);
