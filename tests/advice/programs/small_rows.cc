// small_rows.cc: reads a graph whose lists of neighbours are vectors of a few numbers.
//
// Defect: each list is a block of its own on the heap, 24 of 64 bytes of its lines are numbers, and the vectors
//   themselves take 24 bytes for each node.
// Expert: many small heap blocks: store all lists one after another in one array (CSR).
// Remedy: with REPAIRED, all lists are in one vector, with a vector of starts.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <vector>

constexpr int NODES = 12000, DEGREE = 5, SWEEPS = 8;

#ifdef REPAIRED
static std::vector<int> starts, targets;
#else
static std::vector<std::vector<int> > neighbours;
#endif

static void build() {
#ifdef REPAIRED
  starts.push_back(0);
#else
  neighbours.resize(NODES);
#endif
  for (int k = 0; k < DEGREE; k++)
    for (int n = 0; n < NODES; n++) {
#ifdef REPAIRED
      (void)k;
#else
      neighbours[static_cast<std::size_t>(n)].push_back(n + k);
#endif
    }
#ifdef REPAIRED
  for (int n = 0; n < NODES; n++) {
    for (int k = 0; k < DEGREE; k++) targets.push_back(n + k);
    starts.push_back(static_cast<int>(targets.size()));
  }
#endif
}

static long sweep() {
  long sum = 0;
  for (std::size_t n = 0; n < NODES; n++) {
#ifdef REPAIRED
    for (int k = starts[n]; k < starts[n + 1]; k++) sum += targets[static_cast<std::size_t>(k)];
#else
    for (int target : neighbours[n]) sum += target;
#endif
  }
  return sum;
}

int main() {
  build();
  long sum = 0;
  for (int i = 0; i < SWEEPS; i++) sum += sweep();
  std::printf("%ld\n", sum);
}
