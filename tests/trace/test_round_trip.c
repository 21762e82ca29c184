/* test_round_trip.c: what is compressed comes back, event by event: kernels, and random and adversarial streams, with
 * several windows and limits.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "tests/coherence/plat_test.h"
#include "tests/trace/trace_kernels.h"

static const trace_limits limits[] = {
    {TRACE_WINDOW, TRACE_MEMORY, TRACE_PART},
    {TRACE_WINDOW_MIN, TRACE_MEMORY, 1 << 12}, /* many parts */
    {TRACE_WINDOW_MAX, 1 << 18, TRACE_PART},   /* little memory */
};

static bool one(const kernel *k, uint64_t n, uint64_t limit, uint64_t seed, const trace_limits *l, bool tell) {
  world w;
  dice d = {seed};
  world_begin(&w, KERNEL_SOURCES, l, true);
  k->run(&w, n, limit, &d);
  const uint64_t events = w.n;
  uint64_t size;
  const bool good = world_check(&w, k->name, seed, &size);
  if (tell) printf("%-28s %9" PRIu64 " events %9" PRIu64 " bytes\n", k->name, events, size);
  return good;
}

/* test_round_trip [seeds [first]]: more seeds than the usual few, to look for what these do not find. */
int main(int argc, char **argv) {
  const unsigned seeds = argc > 1 ? (unsigned)atoi(argv[1]) : 12;
  const uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 0) : 1;
  bool good = true;
  for (const kernel *k = kernels; k->name; k++) {
    if (argc == 1) good = one(k, k->n, k->limit, 1, NULL, true) && good;
    for (uint64_t seed = first; seed < first + seeds; seed++) {
      dice d = {seed * 977};
      const uint64_t limit = dice_below(&d, 1u << dice_between(&d, 1, 15));
      const uint64_t n = k->n < 300 ? k->n : dice_between(&d, 2, 40);
      good = one(k, n, limit, seed, &limits[seed % 3], false) && good;
    }
  }
  if (plat_test_outstanding() != 0) {
    printf("FAILED: %" PRIu64 " blocks were not given back\n", plat_test_outstanding());
    good = false;
  }
  return good ? 0 : 1;
}
