/* std_list.cc: numbers are in a std::list, which was filled and then sorted. With REPAIRED, in a std::vector.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <cstdio>
#include <list>
#include <vector>

#ifdef REPAIRED
using Numbers = std::vector<long>;
#else
using Numbers = std::list<long>;
#endif

static long total(const Numbers &numbers) {
  long sum = 0;
  for (const long number : numbers) sum += number;
  return sum;
}

int main() {
  Numbers numbers;
  long sum = 0;
  for (long i = 0; i < 16384; i++) numbers.push_back(i * 7919 % 16384);
#ifndef REPAIRED
  numbers.sort();
#endif
  for (int i = 0; i < 10; i++) sum += total(numbers);
  std::printf("%ld\n", sum);
  return 0;
}
