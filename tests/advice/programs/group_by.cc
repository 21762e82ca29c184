// group_by.cc: counts the rows of each of 131,072 groups, in several passes.
//
// Defect: the groups come in random order, and their counters do not fit into the first-level cache.
// Expert: random access to counts in count(): partition the keys first, so that a part of the counters fits.
// Remedy: with REPAIRED, the keys are distributed over 32 partitions first.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdint>
#include <cstdio>
#include <vector>

constexpr std::uint32_t GROUPS = 1 << 17, ROWS = 300000, PARTS = 32;

static void count(const std::vector<std::uint32_t> &keys, std::vector<std::uint32_t> &counts) {
  for (std::uint32_t key : keys) counts[key]++;
}

int main() {
  std::vector<std::uint32_t> keys(ROWS), counts(GROUPS);
  std::uint32_t state = 7;
  for (std::uint32_t &key : keys) {
    state = state * 1664525 + 1013904223;
    key = (state >> 6) % GROUPS;
  }
#ifdef REPAIRED
  std::vector<std::uint32_t> ends(PARTS + 1), sorted(ROWS);
  for (std::uint32_t key : keys) ends[key / (GROUPS / PARTS) + 1]++;
  for (std::uint32_t p = 0; p < PARTS; p++) ends[p + 1] += ends[p];
  for (std::uint32_t key : keys) sorted[ends[key / (GROUPS / PARTS)]++] = key;
  keys = std::move(sorted);
#endif
  for (int pass = 0; pass < 5; pass++) count(keys, counts);
  std::uint64_t sum = 0;
  for (std::uint32_t i = 0; i < GROUPS; i += 64) sum += counts[i] * (i % 7);
  std::printf("%lu\n", static_cast<unsigned long>(sum));
}
