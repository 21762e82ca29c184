/* spy_plan.c: see spy_plan.h.
 *
 * Rules
 * - A period of P instructions has one sample of L. The sample begins at a random position in the period, from 0 to P -
 * 1. It can extend into the next period; the sample of that period then begins after it. So each instruction has the
 * same probability to be in a sample, at any position in its period. If samples began at positions from 0 to P - L,
 * instructions near both ends of a period would rarely be in a sample. In a loop whose iterations are in step with the
 * periods, these would always be the same instructions.
 * - If samples are more than half of the run, they begin at positions from 0 to P - L, because there is not enough room
 *   for other positions.
 * - The W instructions before a sample are its warm-up.
 * - For a phase, the interval that represents it is simulated, after a warm-up of a fifth of its length. The weight of
 * a phase is its share of the run divided by the instructions of the interval. Weights are whole numbers of at most
 * WEIGHT_MOST. Only their ratios matter, so the error of each weight is less than 1 / WEIGHT_MOST of the greatest.
 * SPDX-License-Identifier: GPL-2.0-or-later */
#include "memspy/sample/spy_plan.h"

#include "memspy/core/spy_random.h"
#include "memspy/setup/spy_options.h"

enum { WEIGHT_MOST = 1 << 16, WARMUP_PART = 5 };

static ULong random_state;
static Long period;   /* start of the next period */
static Long last_end; /* end of the previous sample */
static UInt next;     /* index of the next phase */
static bin_phase *phases;

static const spy_sampling *sampling(void) { return &spy_options_get()->sampling; }

/* Returns the share of the run that each instruction of an interval represents. */
static double density(const bin_representative *one) { return (double)one->share / (double)one->instructions; }

void spy_plan_start(void) {
  random_state = spy_random_start(sampling()->seed);
  if (sampling()->n_phases == 0) return;
  phases = VG_(calloc)("spy.plan.phases", sampling()->n_phases, sizeof *phases);
  double greatest = 0;
  for (UInt i = 0; i < sampling()->n_phases; i++) {
    const double of = density(&sampling()->phases[i]);
    if (of > greatest) greatest = of;
  }
  for (UInt i = 0; i < sampling()->n_phases; i++) {
    const bin_representative *one = &sampling()->phases[i];
    const ULong weight = (ULong)(density(one) / greatest * WEIGHT_MOST + 0.5);
    phases[i] = (bin_phase){one->phase, one->interval, one->begin, one->share, weight != 0 ? weight : 1, 0};
  }
}

static spy_planned next_in_period(void) {
  const ULong length = sampling()->length, room = sampling()->period - length;
  const ULong places = length <= room ? sampling()->period : room + 1;
  const Long drawn = period + (Long)spy_random_below(&random_state, places);
  const Long begin = drawn < last_end ? last_end : drawn;
  period += (Long)sampling()->period;
  last_end = begin + (Long)length;
  return (spy_planned){begin, (Long)length, (Long)sampling()->warmup, 0};
}

static spy_planned next_of_phases(void) {
  if (next == sampling()->n_phases) return (spy_planned){SPY_PLAN_NEVER, 0, 0, 0};
  const bin_representative *one = &sampling()->phases[next];
  const Long length = (Long)one->instructions;
  return (spy_planned){(Long)one->begin, length, length / WARMUP_PART, next++};
}

/* The plan of a run that is not sampled is that of a run whose phases have all ended. */
spy_planned spy_plan_next(void) { return sampling()->period != 0 ? next_in_period() : next_of_phases(); }

void spy_plan_end(void) { next = sampling()->n_phases; }

bin_batches *spy_plan_batches(bin_account *account) {
  return sampling()->n_phases != 0 ? bin_batches_new_of_phases(account, phases, sampling()->n_phases)
                                   : bin_batches_new(account);
}
