/* test_outside.c: tests the time without collection (memspy/drain/spy_outside.h). Processors with different clocks stop
 * and start collection, and set the counts to zero, at random. The test compares the collected cycles between two
 * clocks with a map of all cycles, and checks that the memory for past times is bounded.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "memspy/drain/spy_outside.h"

#include "memspy/setup/spy_state.h"
#include "tests/check.h"
#include "tests/coherence/dice.h"
#include "tests/coherence/plat_test.h"
#include "tests/memspy/fake_core.h"

enum { PROCESSORS = 4, STEPS = 1000, ADVANCE = 20, CLOCKS = STEPS * ADVANCE + 1 };

static Bool is_outside[CLOCKS]; /* indexed by cycle */
static ULong open_at, passed;   /* start of the current time without collection; end of the latest one */
static ULong zeroed;            /* clock at which the counts were last set to zero */

static ULong collected(ULong from, ULong to) {
  ULong n = 0;
  for (; from < to; from++) n += from >= zeroed && !is_outside[from] && (spy_collecting() || from < open_at);
  return n;
}

static void switch_collection(Bool collect, ULong clock) {
  if (collect == spy_collecting()) return;
  spy_outside_switch(collect, clock);
  if (!collect) {
    open_at = clock > passed ? clock : passed;
    return;
  }
  passed = clock > open_at ? clock : open_at;
  for (ULong cycle = open_at; cycle < passed; cycle++) is_outside[cycle] = True;
}

static void test_random(uint64_t seed) {
  dice d = {seed};
  const Bool at_start = dice_chance(&d, 50);
  VG_(memset)(is_outside, 0, sizeof is_outside);
  open_at = passed = zeroed = 0;
  mach_config machine;
  mach_preset_find(MACH_PRESET_DEFAULT, &machine);
  machine.processors = PROCESSORS;
  spy_system = coh_system_new(&machine);
  spy_outside_start(at_start);
  for (unsigned step = 0; step < STEPS; step++) {
    const unsigned processor = dice_below(&d, PROCESSORS);
    ULong latest = 0;
    for (unsigned i = 0; i < PROCESSORS; i++)
      if (coh_now(spy_system, i) > latest) latest = coh_now(spy_system, i);
    const ULong from = coh_now(spy_system, processor);
    const ULong to = (from + ADVANCE < latest ? latest : from) + dice_below(&d, ADVANCE);
    CHECK(spy_outside_collected(from, to) == collected(from, to));
    CHECK(spy_outside_collected(0, to) == collected(0, to));
    coh_set_now(spy_system, processor, to);
    if (dice_chance(&d, 60)) switch_collection(!spy_collecting(), to);
    if (dice_chance(&d, 2)) spy_outside_zero(zeroed = to);
  }
  coh_system_free(spy_system);
}

int main(void) {
  for (uint64_t seed = 1; seed <= 20; seed++) test_random(seed);
  CHECK(fake_longest_list < STEPS / 10);
  return check_failures != 0;
}
