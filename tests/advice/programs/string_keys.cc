// string_keys.cc: finds names in a sorted vector of strings, whose characters are in blocks of the heap.
//
// Defect: each comparison of a binary search reads a string, and then its characters elsewhere on the heap.
// Expert: the characters of the strings are reached by pointers, in random order: store a prefix (or a hash) with the
//   string, or intern the names.
// Remedy: with REPAIRED, a name is a number that was interned before.
//
// SPDX-License-Identifier: GPL-2.0-or-later
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

constexpr unsigned NAMES = 8000, QUERIES = 25000;

static std::string name_of(unsigned i) {
  char text[40];
  std::snprintf(text, sizeof text, "customer-of-the-shop-%07u", i);
  return text;
}

int main() {
  std::vector<std::string> names;
  for (unsigned i = 0; i < NAMES; i++) names.push_back(name_of(i * 7919 % NAMES));
  std::sort(names.begin(), names.end());
  std::vector<std::string> wanted;
  std::vector<unsigned> ids;
  unsigned state = 1;
  for (unsigned q = 0; q < QUERIES; q++) {
    state = state * 1664525 + 1013904223;
#ifdef REPAIRED
    ids.push_back((state >> 8) % NAMES);
#else
    wanted.push_back(names[(state >> 8) % NAMES]);
#endif
  }
  unsigned long sum = 0;
#ifdef REPAIRED
  for (unsigned id : ids) sum += id;
#else
  for (const std::string &name : wanted)
    sum += static_cast<unsigned long>(std::lower_bound(names.begin(), names.end(), name) - names.begin());
#endif
  std::printf("%lu\n", sum);
}
