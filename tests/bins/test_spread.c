/* test_spread.c: compares the computed stride of offsets with the greatest one that fits all of them, which it finds by
 * trying.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include "bins/bin_spread.h"
#include "tests/check.h"
#include "tests/coherence/dice.h"

enum { ROUNDS = 2000, MOST_OFFSETS = 12, LARGEST = 600 };

static uint64_t distance(uint64_t a, uint64_t b) { return a > b ? a - b : b - a; }

static bool fits(const uint64_t *offsets, unsigned n, uint64_t stride) {
  for (unsigned i = 1; i < n; i++)
    if (distance(offsets[i], offsets[0]) % stride != 0) return false;
  return true;
}

/* Returns the greatest stride that fits; 0 when all offsets are the same, because any stride fits. */
static uint64_t greatest_stride(const uint64_t *offsets, unsigned n) {
  if (fits(offsets, n, LARGEST + 1)) return 0;
  uint64_t stride = LARGEST;
  while (!fits(offsets, n, stride)) stride--;
  return stride;
}

int main(void) {
  dice d = {1};
  for (unsigned round = 0; round < ROUNDS; round++) {
    const uint32_t size = dice_between(&d, 1, 40), field = dice_below(&d, size);
    const unsigned n = dice_between(&d, 1, MOST_OFFSETS);
    uint64_t offsets[MOST_OFFSETS];
    bin_spread spread = {.seen = false};
    for (unsigned i = 0; i < n; i++) {
      offsets[i] = field + (uint64_t)size * dice_below(&d, (LARGEST - field) / size);
      bin_spread_add(&spread, offsets[i]);
      CHECK(spread.offset == offsets[0] && spread.stride == greatest_stride(offsets, i + 1));
    }
  }
  return check_failures != 0;
}
