/* test_plan.c: tests the choice of the stretches of a sampled run that are simulated (memspy/sample/spy_plan.c). With
 * periods, there is one stretch in each, which starts anywhere in the period, but not within the previous stretch. With
 * phases, the stretches represent the phases, with proportional weights.
 *
 *   test_plan [--worlds N] [--seed S]
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/sample/spy_plan.h"

#include "memspy/core/spy_random.h"
#include "memspy/setup/spy_state.h"
#include "tests/memspy/fake_rooms.h"
#include "tests/memspy/guest.h"
#include "tests/memspy/trial.h"

enum { PERIODS = 2000, PHASES = 30, HEAVIEST = 65536 };

enum kind { PERIODIC, BY_PHASE, CHILD, ONLY_CLOCKS, KINDS };
static const char *const kinds[KINDS + 1] = {"samples of periods", "intervals of phases", "a child's", "no samples"};
enum { FIRST = KINDS, LAST, REACHING, BEHIND, LIGHT, COUNTERS };
static const char *const others[COUNTERS - KINDS + 1] = {
    "samples at the start of a period", "samples at the end of one", "samples that reach into the next one",
    "samples that begin where one has ended", "phases of the least weight"};

static bin_representative intervals[PHASES];
static dice d;

/* ---- periods ---- */

/* A sample has each place in its period with the same probability: each quarter of the period gets a quarter of the
 * samples. */
static void check_parts(const UInt *parts) {
  for (UInt i = 0; i < 4; i++)
    if (parts[i] < PERIODS / 5) trial_fail("part %u of periods has %u of %d samples", i, parts[i], PERIODS);
}

/* Chooses periods. Returns the number of places that a sample may have in its period. Samples that are longer than half
 * of the period do not extend into the next one. */
static ULong make_periods(spy_sampling *s) {
  const ULong length = dice_between(&d, 1, 1000);
  const ULong room = dice_chance(&d, 50) ? dice_below(&d, 2 * (UInt)length + 1) : dice_between(&d, 1000, 1000000);
  *s = (spy_sampling){.period = length + room,
                      .length = length,
                      .warmup = dice_below(&d, 100),
                      .seed = dice_below(&d, 5)};
  return length > s->period / 2 ? room + 1 : s->period;
}

static void check_periodic(void) {
  spy_sampling *s = &fake_options.sampling;
  UInt parts[4] = {0};
  const ULong places = make_periods(s);
  spy_plan_start();
  ULong random_state = spy_random_start(s->seed), end = 0;
  for (ULong i = 0; i < PERIODS; i++) {
    const spy_planned planned = spy_plan_next();
    const ULong at = spy_random_below(&random_state, places), begin = i * s->period + at;
    if ((ULong)planned.begin != (begin < end ? end : begin))
      trial_fail("sample %llu is not where the seed says: at %lld", i, planned.begin);
    if (planned.length != (Long)s->length || planned.warmup != (Long)s->warmup || planned.phase != 0)
      trial_fail("sample %llu has another length, warm-up or phase", i);
    if (begin < end) trial_note(BEHIND);
    end = (ULong)planned.begin + s->length;
    parts[at * 4 / places]++;
    if (at == 0) trial_note(FIRST);
    if (at == places - 1) trial_note(LAST);
    if (end > (i + 1) * s->period) trial_note(REACHING);
  }
  if (places >= 1000) check_parts(parts);
  if (bin_batches_phases(spy_plan_batches(spy_account)) != 0) trial_fail("periods have phases");
}

/* ---- phases ---- */

static UInt make_phases(void) {
  const UInt n = dice_between(&d, 1, PHASES);
  ULong begin = dice_below(&d, 1000);
  for (UInt i = 0; i < n; i++) {
    const ULong instructions = dice_between(&d, 1, dice_chance(&d, 20) ? 100000000 : 1000);
    const UInt share = dice_between(&d, 1, 1000000000 / PHASES);
    intervals[i] = (bin_representative){i + 1, 10 * i + dice_below(&d, 10), begin, instructions, share};
    begin += instructions + dice_below(&d, 1000);
  }
  fake_options.sampling = (spy_sampling){.phases = intervals, .n_phases = n};
  return n;
}

/* Checks the weight of a phase: the run's instructions in the phase, divided by those of its interval, relative to the
 * heaviest phase. */
static void check_weight(const bin_phase *phase, const bin_representative *of, double heaviest) {
  const double exact = (double)of->share / (double)of->instructions / heaviest * HEAVIEST;
  const double off = (double)phase->weight - exact;
  if (exact < 1 ? phase->weight != 1 : off > 0.5 || off < -0.5)
    trial_fail("phase %llu weighs %llu, not %f", (ULong)of->phase, (ULong)phase->weight, exact);
  if (exact < 1) trial_note(LIGHT);
  if (phase->phase != of->phase || phase->interval != of->interval || phase->begin != of->begin ||
      phase->share != of->share)
    trial_fail("phase %llu is another one", (ULong)of->phase);
}

static void check_weights(UInt n) {
  const bin_batches *batches = spy_plan_batches(spy_account);
  double heaviest = 0;
  if (bin_batches_phases(batches) != n) trial_fail("there are %u phases, not %u", bin_batches_phases(batches), n);
  for (UInt i = 0; i < n; i++) {
    const double one = (double)intervals[i].share / (double)intervals[i].instructions;
    if (one > heaviest) heaviest = one;
  }
  for (UInt i = 0; i < n; i++) check_weight(bin_batches_phase(batches, i), &intervals[i], heaviest);
}

static void check_never(void) {
  if (spy_plan_next().begin != SPY_PLAN_NEVER) trial_fail("more is planned");
}

static void check_phases(Bool child) {
  const UInt n = make_phases(), end = child ? dice_below(&d, n) : n;
  spy_plan_start();
  check_weights(n);
  for (UInt i = 0; i < end; i++) {
    const spy_planned planned = spy_plan_next();
    if (planned.begin != (Long)intervals[i].begin || planned.length != (Long)intervals[i].instructions ||
        planned.warmup != planned.length / 5 || planned.phase != i)
      trial_fail("interval %u is another one", i);
  }
  if (child) spy_plan_end();
  check_never();
  check_never();
}

/* ---- without periods and phases ---- */

static void check_only_clocks(void) {
  fake_options.sampling = (spy_sampling){.only_clocks = True};
  spy_plan_start();
  check_never();
  if (bin_batches_phases(spy_plan_batches(spy_account)) != 0) trial_fail("a run without samples has phases");
}

/* ---- trials ---- */

/* Each trial tests one kind, since a process plans once. */
static size_t make(uint64_t seed, trial_step *steps) {
  *steps = (trial_step){.kind = (uint8_t)(seed % KINDS)};
  return 1;
}

static void run(uint64_t seed, const trial_step *steps, size_t n) {
  d = (dice){seed ^ 0x706c616e};
  guest_account_make();
  if (n == 0) return;
  trial_note(steps->kind);
  if (steps->kind == PERIODIC)
    check_periodic();
  else if (steps->kind == ONLY_CLOCKS)
    check_only_clocks();
  else
    check_phases(steps->kind == CHILD);
}

int main(int argc, char **argv) {
  return trial_main(&(trial_test){"test_plan", 90, "process", kinds, others, make, 1, run}, argc, argv);
}
