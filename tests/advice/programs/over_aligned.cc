// over_aligned.cc: one thread sums weights, each of which is aligned to a line of the cache.
//
// Defect: alignas(64) makes each element of 16 bytes take 64 bytes, although only one thread uses them.
// Expert: 48 of 64 bytes of each element are padding from alignas: remove it.
// Remedy: with REPAIRED, there is no alignas.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <vector>

#ifdef REPAIRED
struct Weight {
#else
struct alignas(64) Weight {
#endif
  double value;
  int kind, age;
};

static double sum(const std::vector<Weight> &weights) {
  double total = 0;
  for (const Weight &w : weights) total += w.value * w.kind + w.age;
  return total;
}

int main() {
  std::vector<Weight> weights(10000);
  for (std::size_t i = 0; i < weights.size(); i++) weights[i] = {static_cast<double>(i), static_cast<int>(i % 3), 1};
  double total = 0;
  for (int round = 0; round < 10; round++) total += sum(weights);
  std::printf("%g\n", total);
}
