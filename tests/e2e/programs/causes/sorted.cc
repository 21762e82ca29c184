/* sorted.cc: sorts numbers. std::sort() and (with STABLE) std::stable_sort() go through the array in order, with many
 * comparisons for each miss.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <algorithm>
#include <cstdio>
#include <vector>

int main() {
  std::vector<unsigned> numbers(300000);
  unsigned state = 7;
  for (unsigned &number : numbers) number = (state = state * 1664525 + 1013904223) >> 8;
#ifdef STABLE
  std::stable_sort(numbers.begin(), numbers.end());
#else
  std::sort(numbers.begin(), numbers.end());
#endif
  std::printf("%u\n", numbers[1000]);
}
