/* hash_nodes.cc: a std::unordered_map has a node on the heap for each of its keys. With REPAIRED, the keys are
 * dense, and a vector is used instead.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <cstdio>
#include <unordered_map>
#include <vector>

enum { KEYS = 20000, LOOKUPS = 60000 };

static long count(unsigned n) {
#ifdef REPAIRED
  std::vector<long> counts(KEYS);
#else
  std::unordered_map<unsigned, long> counts;
#endif
  unsigned state = 1;
  for (unsigned i = 0; i < n; i++) {
    state = state * 1103515245u + 12345u;
    counts[(state >> 8) % KEYS]++;
  }
  return counts[7];
}

int main() {
  std::printf("%ld\n", count(LOOKUPS));
  return 0;
}
