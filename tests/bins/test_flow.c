/* test_flow.c: tests which function's frame contains an address, after calls and returns, some of which do not match.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "bins/bin_flow.h"
#include "tests/check.h"
#include "tests/coherence/dice.h"
#include "tests/coherence/plat_test.h"

enum { LOW = 0x1000, HIGH = 0x1200, RUNNING = 99 };

static bin_flow new_flow(void) {
  bin_flow flow = {0};
  bin_flow_stack(&flow, LOW, HIGH);
  return flow;
}

static uint32_t owner(const bin_flow *flow, uint64_t address) { return bin_flow_owner(flow, address, RUNNING); }

/* Returns the canonical frame address (CFA) of the frame that contains an address; 0: unknown. Checks the owner of the
 * frame. */
static uint64_t frame(const bin_flow *flow, uint64_t address, uint32_t expected) {
  uint32_t found;
  uint64_t cfa;
  if (!bin_flow_frame(flow, address, RUNNING, &found, &cfa)) return 0;
  CHECK(found == expected);
  return cfa;
}

/* main (1) calls f (2), which calls g (3). */
static bin_flow three_calls(void) {
  bin_flow flow = new_flow();
  bin_flow_call(&flow, 0x1180, 1);
  bin_flow_call(&flow, 0x1100, 2);
  bin_flow_call(&flow, 0x1080, 3);
  return flow;
}

static void test_frames(void) {
  bin_flow flow = new_flow();
  CHECK(owner(&flow, LOW) == RUNNING && owner(&flow, HIGH - 1) == RUNNING);
  CHECK(bin_flow_is_innermost(&flow, HIGH - 1) && !bin_flow_is_innermost(&flow, HIGH));
  CHECK(!bin_flow_is_innermost(&flow, LOW - 1) && !bin_flow_has(&flow, LOW - 1) && !bin_flow_has(&flow, HIGH));
  bin_flow_clear(&flow);
  flow = three_calls();
  CHECK(owner(&flow, LOW) == RUNNING && owner(&flow, 0x1080) == RUNNING);
  CHECK(owner(&flow, 0x1081) == 3 && owner(&flow, 0x1100) == 3);
  CHECK(owner(&flow, 0x1101) == 2 && owner(&flow, 0x1180) == 2);
  CHECK(owner(&flow, 0x1181) == 1 && owner(&flow, HIGH - 1) == 1);
  CHECK(bin_flow_is_innermost(&flow, 0x1080) && !bin_flow_is_innermost(&flow, 0x1081));
  bin_flow_return(&flow, 0x1080);
  CHECK(owner(&flow, 0x1100) == RUNNING && owner(&flow, 0x1101) == 2 && flow.n == 2);
  bin_flow_clear(&flow);
}

/* All addresses of a stretch must have one owner, and their neighbours another one; but frames of one owner may
 * touch. */
static void test_stretches(void) {
  bin_flow flow = three_calls();
  for (uint64_t address = LOW; address < HIGH; address++) {
    uint64_t low, high;
    bin_flow_stretch(&flow, address, &low, &high);
    CHECK(low <= address && address < high);
    CHECK(low <= LOW || owner(&flow, low - 1) != owner(&flow, address));
    CHECK(high >= HIGH || owner(&flow, high) != owner(&flow, address));
    for (uint64_t other = low > LOW ? low : LOW; other < high && other < HIGH; other++)
      CHECK(owner(&flow, other) == owner(&flow, address));
  }
  bin_flow_clear(&flow);
}

/* A copy continues independently. */
static void test_copies(void) {
  bin_flow flow = three_calls(), copy = {0};
  CHECK(frame(&flow, 0x1080, RUNNING) == 0x1088 && frame(&flow, 0x1081, 3) == 0x1108 &&
        frame(&flow, 0x1100, 3) == 0x1108);
  CHECK(frame(&flow, 0x1101, 2) == 0x1188 && frame(&flow, 0x1181, 1) == 0);
  bin_flow_watch(&flow);
  bin_flow_copy(&copy, &flow, 2);
  CHECK(copy.n == 2 && copy.watch == 0 && frame(&copy, 0x1100, 3) == 0x1108 && frame(&copy, 0x1101, 2) == 0);
  bin_flow_return(&copy, 0x1080);
  CHECK(frame(&copy, 0x1080, RUNNING) == 0x1108 && frame(&flow, 0x1080, RUNNING) == 0x1088);
  bin_flow_copy(&copy, &flow, 256);
  CHECK(copy.n == 3 && frame(&copy, 0x1101, 2) == 0x1188);
  bin_flow_clear(&flow);
  bin_flow_clear(&copy);
}

/* f and g are left without a return: the next call or return above them ends them. */
static void test_longjmp(void) {
  bin_flow flow = three_calls();
  bin_flow_call(&flow, 0x1170, 7);
  CHECK(flow.n == 2 && owner(&flow, 0x1171) == 7 && owner(&flow, 0x1100) == RUNNING && owner(&flow, 0x1181) == 1);
  bin_flow_clear(&flow);
  flow = three_calls();
  bin_flow_call(&flow, 0x1100, 7); /* from the same depth */
  CHECK(flow.n == 2 && owner(&flow, 0x1101) == 7 && owner(&flow, 0x1100) == RUNNING);
  bin_flow_clear(&flow);
  flow = three_calls();
  bin_flow_return(&flow, 0x1180);
  CHECK(flow.n == 0 && owner(&flow, HIGH - 1) == RUNNING);
  bin_flow_clear(&flow);
}

/* g jumps to h, which returns for g. There is also a return without a call. */
static void test_tail_calls(void) {
  bin_flow flow = three_calls();
  CHECK(owner(&flow, 0x1080) == RUNNING); /* h is executed now */
  bin_flow_return(&flow, 0x1080);
  bin_flow_return(&flow, 0x1040);
  CHECK(flow.n == 2 && owner(&flow, 0x1101) == 2);
  bin_flow_clear(&flow);
  flow = new_flow();
  bin_flow_return(&flow, 0x1080);
  CHECK(flow.n == 0 && flow.top == HIGH - 1);
  bin_flow_clear(&flow);
}

static void test_foreign_stacks(void) {
  bin_flow flow = three_calls();
  bin_flow_call(&flow, LOW - 8, 8);
  bin_flow_call(&flow, HIGH, 8);
  bin_flow_return(&flow, HIGH);
  bin_flow_return(&flow, 0x7fff0000);
  CHECK(flow.n == 3 && flow.top == 0x1080 && owner(&flow, 0x1081) == 3);
  bin_flow_stack(&flow, 0x5000, 0x5100);
  CHECK(flow.n == 0 && owner(&flow, 0x50ff) == RUNNING && !bin_flow_has(&flow, 0x1081));
  bin_flow_call(&flow, 0x1080, 3);
  CHECK(flow.n == 0);
  bin_flow_stack(&flow, 0, 0);
  bin_flow_call(&flow, 0, 3);
  CHECK(flow.n == 0 && !bin_flow_has(&flow, 0) && !bin_flow_is_innermost(&flow, 0) && owner(&flow, 0) == RUNNING);
  CHECK(!bin_flow_is_innermost(&flow, UINT64_MAX));
  bin_flow_clear(&flow);
}

static void test_watch(void) {
  bin_flow flow = new_flow();
  bin_flow_watch(&flow);
  CHECK(flow.watch == 0 && !bin_flow_watch_ended(&flow)); /* there is no call to watch */
  bin_flow_clear(&flow);
  flow = three_calls();
  bin_flow_watch(&flow);
  CHECK(!bin_flow_watch_ended(&flow));
  bin_flow_call(&flow, 0x1040, 4);
  bin_flow_watch(&flow); /* watched already: the outer call remains the watched one */
  bin_flow_return(&flow, 0x1040);
  CHECK(!bin_flow_watch_ended(&flow));
  bin_flow_return(&flow, 0x1080);
  CHECK(bin_flow_watch_ended(&flow) && !bin_flow_watch_ended(&flow));
  bin_flow_watch(&flow);
  bin_flow_call(&flow, 0x1140, 5); /* longjmp leaves the call; another call follows */
  CHECK(bin_flow_watch_ended(&flow));
  bin_flow_watch(&flow);
  bin_flow_return(&flow, 0x1180); /* returns from the outermost call */
  CHECK(flow.n == 0 && bin_flow_watch_ended(&flow));
  /* longjmp leaves the calls; then the caller makes the same call again. */
  bin_flow_call(&flow, 0x1180, 1);
  bin_flow_call(&flow, 0x1140, 2);
  bin_flow_watch(&flow);
  bin_flow_call(&flow, 0x1140, 2);
  CHECK(bin_flow_watch_ended(&flow));
  bin_flow_clear(&flow);
}

/* The model: for each byte of the stack, the function that stored a return address there. */
static void test_random(uint64_t seed) {
  enum { NOBODY = -1, BYTES = HIGH - LOW };
  int stored[BYTES];
  dice d = {seed};
  bin_flow flow = new_flow();
  for (unsigned i = 0; i < BYTES; i++) stored[i] = NOBODY;
  for (unsigned step = 0; step < 2000; step++) {
    const unsigned base = dice_below(&d, dice_chance(&d, 80) ? 100 : BYTES);
    const bool call = dice_chance(&d, 70);
    for (unsigned i = 0; i <= base; i++) stored[i] = NOBODY;
    if (call) {
      stored[base] = (int)dice_below(&d, 50);
      bin_flow_call(&flow, LOW + base, (uint32_t)stored[base]);
    } else {
      bin_flow_return(&flow, LOW + base);
    }
    uint32_t expected = RUNNING;
    bin_flow copy = {0};
    bin_flow_copy(&copy, &flow, 3);
    for (unsigned i = 0, next = 0; i < BYTES; i++) {
      while (next < BYTES && (next < i || stored[next] == NOBODY)) next++;
      CHECK(owner(&flow, LOW + i) == expected);
      const uint64_t cfa = next < BYTES ? LOW + next + 8 : 0;
      CHECK(frame(&flow, LOW + i, expected) == cfa);
      CHECK(frame(&copy, LOW + i, expected) == (cfa != 0 && LOW + i <= copy.calls[0].base ? cfa : 0));
      if (stored[i] != NOBODY) expected = (uint32_t)stored[i];
    }
    bin_flow_clear(&copy);
    if (check_failures) break;
  }
  bin_flow_clear(&flow);
}

int main(void) {
  test_frames();
  test_stretches();
  test_copies();
  test_longjmp();
  test_tail_calls();
  test_foreign_stacks();
  test_watch();
  for (uint64_t seed = 1; seed <= 20; seed++) test_random(seed);
  CHECK(plat_test_outstanding() == 0);
  return check_failures != 0;
}
