// doubled.cc: a vector grows to one element more than a power of two, so that half of its last block stays empty. With
// -DRESERVED, the vector has all of its memory from the beginning. With -DSMALL, this memory fits into the cache.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <cstdio>
#include <vector>

#ifdef SMALL
constexpr long elements = 2049, rounds = 400;
#else
constexpr long elements = 65537, rounds = 4;
#endif

int main() {
  long sum = 0;
  for (long round = 0; round < rounds; round++) {
    std::vector<long> list;
#ifdef RESERVED
    list.reserve(elements);
#endif
    for (long i = 0; i < elements; i++) list.push_back(i);
    sum += list[round];
  }
  std::printf("%ld\n", sum);
  return 0;
}
