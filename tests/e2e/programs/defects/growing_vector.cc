/* growing_vector.cc: a vector grows while it is filled, again and again. With REPAIRED, its space is reserved.
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 */
#include <cstdio>
#include <vector>

static long fill(long n) {
  std::vector<long> squares;
#ifdef REPAIRED
  squares.reserve(n);
#endif
  for (long i = 0; i < n; i++) squares.push_back(i * i);
  return squares[n / 2];
}

int main() {
  long sum = 0;
  for (int i = 0; i < 4; i++) sum += fill(100000);
  std::printf("%ld\n", sum);
  return 0;
}
